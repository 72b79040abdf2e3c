/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <time.h>
#include <fcntl.h>
#include <sys/stat.h>

/* todo: append tasks to a file and list them
 *   c01 FILE add word...   c01 FILE list */

struct task {
    char *text;
    long when;
    struct task *next;
};

static int add_task(const char *path, char **words)
{
    char buf[512];
    int fd, used;

    used = snprintf(buf, sizeof buf, "%ld", (long)time(NULL));
    for (; *words; words++) {
        int n = snprintf(buf + used, sizeof buf - used, " %s", *words);
        if (n < 0 || (size_t)n >= sizeof buf - used - 1) {
            fprintf(stderr, "task too long\n");
            return 1;
        }
        used += n;
    }
    buf[used++] = '\n';

    fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (fd < 0) {
        perror(path);
        return 1;
    }
    if (write(fd, buf, used) != used) {
        perror("write");
        close(fd);
        return 1;
    }
    close(fd);
    return 0;
}

static int list_tasks(const char *path)
{
    FILE *fp = fopen(path, "r");
    struct task *head = NULL, *t;
    char *line = NULL;
    size_t cap = 0;
    int n = 0;

    if (!fp) {
        perror(path);
        return 1;
    }
    while (getline(&line, &cap, fp) != -1) {
        char *end;
        long when = strtol(line, &end, 10);

        if (end == line || *end != ' ')
            continue;
        end++;
        end[strcspn(end, "\n")] = '\0';
        t = malloc(sizeof *t);
        if (!t)
            break;
        t->text = strdup(end);
        t->when = when;
        t->next = head;
        head = t;
    }
    free(line);
    fclose(fp);

    while (head) {
        t = head;
        head = t->next;
        printf("%3d. [%ld] %s\n", ++n, t->when, t->text ? t->text : "?");
        free(t->text);
        free(t);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s FILE add TEXT... | FILE list\n",
                argc > 0 ? argv[0] : "todo");
        return 2;
    }
    if (strcmp(argv[2], "add") == 0)
        return add_task(argv[1], argv + 3);
    if (strcmp(argv[2], "list") == 0)
        return list_tasks(argv[1]);
    fprintf(stderr, "unknown command %s\n", argv[2]);
    return 2;
}
