/* Functions of the C library beyond memory, strings and files. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int by_key(const void *a, const void *b, void *extra) {
    ++*(int *)extra;
    return *(const int *)a - *(const int *)b;
}

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value ? value : "none";
}

static void at_end(void) { printf("environment at the end: %s\n", variable("KEY")); }

static void with_status(int status, void *where) { printf("%d %s\n", status, (char *)where); }

static int sign(int value) { return (value > 0) - (value < 0); }

static char own[] = "OWN=before";

int main(void) {
    div_t small = div(-17, 5);
    ldiv_t large = ldiv(1L << 30, 7);
    lldiv_t larger = lldiv(-(1LL << 40), 1000);
    imaxdiv_t most = imaxdiv(9, -4);
    printf("%d %d %ld %ld %lld %lld %jd %jd\n", small.quot, small.rem, large.quot, large.rem, larger.quot, larger.rem,
           most.quot, most.rem);

    printf("%d", getenv("KEY") == NULL);
    printf(" %d\n", setenv("KEY", "value", 0));
    printf("%s\n", variable("KEY"));
    setenv("KEY", "other", 0);
    printf("%s ", variable("KEY"));
    setenv("KEY", "other", 1);
    printf("%s\n", variable("KEY"));
    putenv(own);
    own[4] = 'B';
    printf("%s", variable("OWN"));
    printf(" %d", unsetenv("OWN"));
    printf(" %d", getenv("OWN") == NULL);
    int refused = setenv("A=B", "", 1);
    printf(" %d %d\n", refused, errno == EINVAL);
    char *given = malloc(16);
    strcpy(given, "GIVEN=malloc");
    putenv(given);
    given = NULL;
    printf("%s\n", variable("GIVEN"));
    char *kept = strdup("kept");
    on_exit(with_status, kept);
    kept = NULL;
    atexit(at_end);

    const char *versions[] = {"000", "00", "01", "010", "09", "0", "1", "9", "10", "a1b", "a1", "x-1.9", "x-1.10", ""};
    for (int i = 0; i < 14; i++)
        for (int j = 0; j < 14; j++) printf("%d", sign(strverscmp(versions[i], versions[j])) + 1);
    printf("\n");
    char target[8];
    printf("%zu", strxfrm(target, "text", sizeof target));
    printf(" %s %zu\n", target, strxfrm(NULL, "longer text", 0));
    printf("%s, %s, %s\n", strerror(0), strerror(ENOENT), strerror(ERANGE));
    printf("%s\n", strerror(1000));

    int numbers[] = {5, 3, 9, 1, 7}, count = 0;
    qsort_r(numbers, 5, sizeof *numbers, by_key, &count);
    for (int i = 0; i < 5; i++) printf("%d ", numbers[i]);
    printf("%d\n", count > 4);
    char *block = malloc(24);
    printf("%d %zu\n", malloc_usable_size(block) >= 24, malloc_usable_size(NULL));
    free(block);
    double chance = drand48();
    printf("%d\n", chance >= 0 && chance < 1);

    wchar_t wide[16], again[16];
    printf("%zu %zu", mbstowcs(NULL, "hello", 0), mbstowcs(wide, "hello", 16));
    printf(" %zu %d\n", wcslen(wide), wcscmp(wide, L"hello"));
    wcscpy(again, wide);
    wcscat(again, L", you");
    wcsncat(again, L"!?", 1);
    char narrow[16];
    printf("%zu", wcstombs(narrow, again, sizeof narrow));
    printf(" %s %td %d\n", narrow, wcsrchr(again, 'o') - again, wcschr(again, 'z') == NULL);
    wmemset(wide, L'x', 3);
    wmemcpy(again, wide, 4);
    wmemmove(again + 1, again, 3);
    printf("%d %d %d\n", again[3] == L'x', sign(wcsncmp(wide, again, 3)), sign(wmemcmp(wide, again, 4)));
    wchar_t *found = wmemchr(wide, 'l', 5), *copy = wcsdup(wide), letter;
    wcsncpy(again, L"ab", 4);
    printf("%td %d %d", found - wide, copy[2] == 'x', again[3]);
    printf(" %d", mbtowc(&letter, "ab", 2));
    printf(" %c %d", (char)letter, mblen("", 1));
    printf(" %d", wctomb(narrow, L'q'));
    printf(" %c %d %d\n", narrow[0], (int)btowc('k'), wctob(L'm'));
    free(copy);
    return 5;
}
