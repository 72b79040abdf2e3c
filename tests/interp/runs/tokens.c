// Functions that cut strings, look for bytes, copy up to a limit, and write texts into new blocks.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static void cut(void) {
    char text[] = "  one,two,, three ", other[] = "a;b", *save, *inner;
    for (char *part = strtok(text, " ,"); part; part = strtok(NULL, " ,")) printf("[%s]", part);
    printf(" %d\n", text[5]);
    printf("%d\n", strtok(NULL, ",") == NULL);
    char lines[] = "k=v x=y\nz=";
    for (char *line = strtok_r(lines, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        for (char *pair = strtok_r(line, " ", &inner); pair; pair = strtok_r(NULL, " ", &inner)) {
            char *value = strchr(pair, '=');
            *value++ = 0;
            printf("%s is '%s'\n", pair, value);
        }
    char fields[] = "x,,y,", *rest = fields, *field;
    while ((field = strsep(&rest, ",;")) != NULL) printf("<%s>", field);
    printf(" %d\n", rest == NULL);
    printf("%s %s\n", strtok(other, ";"), other);
}

static void find(void) {
    const char text[] = "Hello, hello";
    printf("%td %td %s\n", (char *)memrchr(text, 'l', sizeof text) - text, (char *)rawmemchr(text, ',') - text,
           (char *)memmem(text, 12, "hel", 3));
    printf("%d %s %s %td\n", memrchr(text, 'z', 5) == NULL, strcasestr(text, "LO"), strchrnul(text, 'o'),
           strchrnul(text, 'z') - text);
    printf("%d %d\n", memmem(text, 5, "xyz", 3) == NULL, strcasestr(text, "xy") == NULL);
}

static void copy(void) {
    char to[16] = "................";
    char *end = memccpy(to, "key:value", ':', 10);
    printf("%.6s %td %d\n", to, end - to, memccpy(to, "abc", 'z', 3) == NULL);
    printf("%td %s\n", stpncpy(to, "ab", 5) - to, to);
    printf("%td\n", stpncpy(to, "abcdef", 3) - to);
    bcopy(to, to + 1, 3);
    printf("%.4s\n", to);
    explicit_bzero(to, sizeof to);
    printf("%d\n", to[2]);
    char *part = strndup("truncated", 5);
    printf("%s %zu\n", part, strlen(part));
    free(part);
}

static void print(void) {
    char *text = NULL;
    int length = asprintf(&text, "%d-%s", 42, "x");
    printf("%s %d\n", text, length);
    free(text);
    setbuf(stdout, NULL);
    setvbuf(stdout, NULL, _IONBF, 0);
    dprintf(1, "%s %d\n", "by number", 7);
    printf("%zd\n", write(1, "bytes\n", 6));
}

int main(void) {
    cut();
    find();
    copy();
    print();
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) > 0) printf("%zd of %zu: %s", length, room, line);
    printf("\n%d %zd\n", feof(stdin) != 0, length);
    free(line);
    return 0;
}
