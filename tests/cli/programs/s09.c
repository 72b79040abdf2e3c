// SAFE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads command words, which may be abbreviated as long as they are
   unambiguous, and keeps a history of what was typed. */

static const char *const commands[] = {
    "delete", "describe", "exit", "help", "history", "list", "load", "save"
};
#define NCOMMANDS (sizeof commands / sizeof commands[0])

struct item {
    struct item *prev;
    char typed[16];
};

static const char *lookup(const char *word, int *matches)
{
    size_t i, len = strlen(word);
    const char *found = NULL;

    *matches = 0;
    for (i = 0; i < NCOMMANDS; i++) {
        if (strncmp(commands[i], word, len) != 0)
            continue;
        found = commands[i];
        ++*matches;
        if (found[len] == '\0') {
            *matches = 1;
            break;
        }
    }
    return *matches == 1 ? found : NULL;
}

/* one blank separated word; what does not fit is dropped */
static int read_word(char *buf, size_t size)
{
    size_t n = 0;
    int c;

    do
        c = getchar();
    while (c != EOF && isspace(c));
    while (c != EOF && !isspace(c)) {
        if (n + 1 < size)
            buf[n++] = (char)c;
        c = getchar();
    }
    buf[n] = '\0';
    return n > 0;
}

static struct item *remember(struct item *last, const char *word)
{
    struct item *it = malloc(sizeof *it);

    if (it == NULL)
        return NULL;
    strncpy(it->typed, word, sizeof it->typed - 1);
    it->typed[sizeof it->typed - 1] = '\0';
    it->prev = last;
    return it;
}

int main(void)
{
    struct item *history = NULL, *it;
    char word[64];
    int matches, running = 1;

    while (running && read_word(word, sizeof word)) {
        const char *cmd = lookup(word, &matches);

        it = remember(history, word);
        if (it == NULL) {
            fprintf(stderr, "no memory for the history\n");
            break;
        }
        history = it;
        if (cmd == NULL) {
            printf("%s: %s\n", word, matches ? "ambiguous" : "unknown");
        } else if (strcmp(cmd, "exit") == 0) {
            running = 0;
        } else if (strcmp(cmd, "history") == 0) {
            for (it = history; it != NULL; it = it->prev)
                printf("  %s\n", it->typed);
        } else {
            printf("would %s\n", cmd);
        }
    }
    while (history != NULL) {
        it = history->prev;
        free(history);
        history = it;
    }
    return 0;
}
