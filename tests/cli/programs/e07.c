/* truth: NULL dereference (unchecked second strtok) at line 61; shown by: e07 F where F has a line with only one word, e.g. "alice" */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* scores: lines "name score" are added up and sorted */

struct player {
    char *name;
    long score;
};

static struct player *players;
static size_t count, room;

static struct player *get(const char *name)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (strcmp(players[i].name, name) == 0)
            return &players[i];
    if (count == room) {
        room = room ? 2 * room : 4;
        players = realloc(players, room * sizeof *players);
        if (!players)
            abort();
    }
    players[count].name = strdup(name);
    if (!players[count].name)
        abort();
    players[count].score = 0;
    return &players[count++];
}

static int by_score(const void *a, const void *b)
{
    const struct player *p = a, *q = b;
    return (p->score < q->score) - (p->score > q->score);
}

int main(int argc, char **argv)
{
    char line[128];
    size_t i;
    FILE *fp;

    if (argc < 2 || !(fp = fopen(argv[1], "r"))) {
        fprintf(stderr, "no score file\n");
        return 1;
    }
    while (fgets(line, sizeof line, fp)) {
        char *name = strtok(line, " \t\n");
        char *num, *end;
        long pts;

        if (!name || name[0] == '#')
            continue;
        num = strtok(NULL, " \t\n");
        pts = strtol(num, &end, 10);
        if (*end != '\0' || pts < -1000 || pts > 1000) {
            fprintf(stderr, "%s: bad score\n", name);
            continue;
        }
        get(name)->score += pts;
    }
    fclose(fp);
    if (count > 1)
        qsort(players, count, sizeof *players, by_score);
    for (i = 0; i < count; i++) {
        printf("%-12s %ld\n", players[i].name, players[i].score);
        free(players[i].name);
    }
    free(players);
    return 0;
}
