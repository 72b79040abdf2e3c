// Functions of the C library: strings, memory, formats, numbers, called by name and through pointers.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int twice(int x) { return 2 * x; }
static int (*const table[])(int) = {twice, abs, toupper};

static void strings(void) {
    char a[32] = "hello", b[32];
    printf("%zu %d %d\n", strlen(a), strcmp(a, "help") < 0, strncmp(a, "help", 3));
    strcpy(b, a);
    strcat(b, ", world");
    strncat(b, "!!!", 1);
    puts(b);
    printf("%s %s %d\n", strchr(b, 'w'), strrchr(b, 'l'), strstr(b, "zz") == NULL);
    strncpy(a, "ab", 5);
    printf("%d %d %zu %zu\n", a[4], a[1], strspn("aabbc", "ab"), strcspn("aabbc", "c"));
    char *copy = strdup(b);
    copy = realloc(copy, 100);
    puts(copy);
    free(copy);
}

static void memory(void) {
    int numbers[4] = {1, 2, 3, 4};
    int *block = malloc(sizeof numbers);
    memcpy(block, numbers, sizeof numbers);
    memmove(block + 1, block, 2 * sizeof *block);
    printf("%d %d %d %d %d\n", block[0], block[1], block[2], block[3], memcmp(block, numbers, sizeof numbers) < 0);
    memset(block, -1, sizeof numbers);
    printf("%d\n", block[3]);
    free(block);
    char letters[4] = "xyz";
    printf("%td\n", (char *)memchr(letters, 'z', sizeof letters) - letters);
}

static void formats(void) {
    char text[32];
    int length = printf("%5d|%-5u|%05x|%+d\n", 42, 7u, 255u, 3);
    printf("%d\n", length);
    length = sprintf(text, "%s-%lld", "id", 123456789012LL);
    printf("%s %d\n", text, length);
    length = snprintf(text, 5, "%s", "truncated");
    printf("%s %d\n", text, length);
    printf("%lx %llu %hhd %hu %zu %jd %c%%\n", ~0UL, 1ULL << 63, (char)200, (unsigned short)70000, sizeof text,
           (__intmax_t)-1, 'c');
}

int main(void) {
    strings();
    memory();
    formats();
    char *end;
    long value = strtol(" 0x1fz", &end, 0);
    printf("%d %ld %s %ld\n", atoi("-42x"), value, end, labs(-5L));
    printf("%d %d %d\n", isdigit('7') != 0, isspace('x') != 0, isalpha('q') && !isupper('q'));
    for (int i = 0; i < 3; i++)
        printf("%d ", table[i](i == 1 ? -9 : 'a'));
    printf("%d %d %d\n", __builtin_popcount(0xffu), __builtin_clz(1u), __builtin_ctz(8u));
    int sum;
    int overflows = __builtin_add_overflow(2147483647, 1, &sum);
    printf("%d %d\n", overflows, sum);
    return 0;
}
