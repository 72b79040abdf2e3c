/* Files that the program makes itself: written, read, appended to, renamed, removed. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *name) {
    char line[8];
    int number = 0;
    FILE *file = fopen(name, "r");
    if (!file) {
        printf("%s: %d\n", name, errno == ENOENT);
        return;
    }
    while (fgets(line, sizeof line, file)) {
        size_t length = strcspn(line, "\n");
        line[length] = 0;
        printf("%s %d: '%s'\n", name, ++number, line);
    }
    printf("end %d, error %d\n", feof(file) != 0, ferror(file) != 0);
    fclose(file);
}

static int scan(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfscanf(file, format, list);
    va_end(list);
    return count;
}

static int scan_text(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(text, format, list);
    va_end(list);
    return count;
}

struct record { int key; char name[12]; };

int main(void) {
    show("nothing");
    FILE *out = fopen("text", "w");
    if (!out) return 1;
    printf("%d\n", fprintf(out, "one %d\ntwo longer\n", 1));
    fputs("three", out);
    fputc('\n', out);
    printf("%ld\n", ftell(out));
    printf("%d\n", fclose(out));
    show("text");

    out = fopen("./text", "a");
    if (!out) return 1;
    fputs("four", out);
    printf("%ld\n", ftell(out));
    fclose(out);
    show("text");

    /* Places. */
    FILE *both = fopen("records", "w+b");
    if (!both) return 1;
    struct record records[3] = {{1, "first"}, {2, "second"}, {3, "third"}}, back;
    printf("%zu\n", fwrite(records, sizeof *records, 3, both));
    printf("%d", fseek(both, sizeof back, SEEK_SET));
    printf(" %ld\n", ftell(both));
    printf("%zu", fread(&back, sizeof back, 1, both));
    printf(" %d %s\n", back.key, back.name);
    fseek(both, -(long)sizeof back, SEEK_END);
    printf("%zu", fread(&back, sizeof back, 2, both));
    printf(" %d %s %d\n", back.key, back.name, feof(both) != 0);
    back.key = 4;
    fseek(both, 0, SEEK_SET);
    printf("%d ", feof(both) != 0);
    fwrite(&back, sizeof back, 1, both);
    rewind(both);
    fread(&back, sizeof back, 1, both);
    printf("%d %s\n", back.key, back.name);
    fseek(both, 70, SEEK_SET);
    fputc('x', both);
    fseek(both, 69, SEEK_SET);
    int gap = fgetc(both), mark = fgetc(both), end = fgetc(both);
    printf("%d %c %d %ld\n", gap, mark, end, ftell(both));
    printf("%d\n", fseek(both, -1, SEEK_SET));
    fclose(both);

    /* Characters that are put back, and what a stream cannot do. */
    FILE *in = fopen("text", "r");
    if (!in) return 1;
    int first = fgetc(in);
    ungetc('X', in);
    printf("%c %ld ", first, ftell(in));
    printf("%c", getc(in));
    printf("%c\n", getc(in));
    errno = 0;
    int done = fputc('!', in);
    printf("%d %d %d\n", done, errno == EBADF, ferror(in) != 0);
    clearerr(in);
    printf("%d\n", ferror(in));
    while (fgetc(in) != EOF) {}
    printf("%d", feof(in) != 0);
    ungetc('!', in);
    printf("%d", feof(in) != 0);
    printf("%c\n", fgetc(in));
    fclose(in);

    /* Formatted input, lines. */
    out = fopen("numbers", "w");
    if (!out) return 1;
    for (int i = 0; i < 4; i++) fprintf(out, "%d:%.1f,", i * i, i / 2.0);
    fprintf(out, "\nend of it\n");
    fclose(out);
    in = fopen("numbers", "r");
    if (!in) return 1;
    int a, pairs = 0;
    double b, sum = 0;
    while (fscanf(in, "%d:%lf,", &a, &b) == 2) pairs++, sum += a + b;
    char word[8];
    long long large;
    printf("%d %.1f ", pairs, sum);
    done = scan(in, "%7s of %c", word, word + 4);
    printf("%d %s\n", done, word);
    done = scan_text("12 0x1f 99999999999 2.5", "%d %i %lld %lf", &a, &pairs, &large, &b);
    printf("%d %d %d %lld %.2f\n", done, a, pairs, large, b);
    rewind(in);
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, in)) != -1) printf("%zd %s", length, line);
    free(line);
    fclose(in);

    /* Names. */
    printf("%d\n", rename("numbers", "text"));
    show("numbers");
    in = fopen("text", "r");
    if (!in) return 1;
    printf("%d", remove("text"));
    printf(" %c\n", fgetc(in));
    show("text");
    errno = 0;
    done = remove("text");
    printf("%d %d\n", done, errno == ENOENT);
    in = freopen("records", "r", in);
    if (!in) return 1;
    fread(&back, sizeof back, 1, in);
    printf("%d\n", back.key);
    fclose(in);
    printf("%d", fopen("records", "wx") == NULL);
    printf(" %d\n", errno == EEXIST);
    printf("%d", fopen("records", "?") == NULL);
    printf(" %d\n", errno == EINVAL);
    printf("%d\n", fopen("no/such/directory", "w") == NULL);
    FILE *nobody = tmpfile();
    if (!nobody) return 1;
    fprintf(nobody, "%s", "unnamed");
    rewind(nobody);
    printf("%s %d\n", fgets(word, 8, nobody), fileno(nobody) > 2);
    fclose(nobody);
    printf("%d\n", fdopen(99, "r") == NULL);
    FILE *null = fopen("/dev/null", "w");
    if (!null) return 1;
    printf("%d\n", fprintf(null, "gone"));
    fclose(null);
    remove("records");

    /* Standard output goes to a file. */
    printf("last\n");
    fflush(stdout);
    FILE *other = freopen("log", "w", stdout);
    if (!other) return 1;
    printf("hidden %d", other == stdout);
    fflush(NULL);
    in = fopen("log", "r");
    if (!in) return 1;
    fgets(word, 8, in);
    fclose(in);
    remove("log");
    fclose(stdout);
    return strcmp(word, "hidden ") == 0;
}
