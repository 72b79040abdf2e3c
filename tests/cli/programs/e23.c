/* truth: line 34: buffer overflow: sscanf %[^,] without width into name[16], a line whose name has 16 or more characters */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* read "name,points" lines from a file and print the ranking */

#define MAXPLAYERS 50

struct player {
    char name[16];
    int points;
};

static struct player players[MAXPLAYERS];

static int by_points(const void *a, const void *b)
{
    const struct player *p = a, *q = b;

    if (p->points != q->points)
        return p->points < q->points ? 1 : -1;
    return strcmp(p->name, q->name);
}

static int load(FILE *fp)
{
    char line[128], name[16];
    int n = 0, points;

    while (n < MAXPLAYERS && fgets(line, sizeof line, fp) != NULL) {
        if (line[0] == '#')
            continue;
        if (sscanf(line, "%[^,],%d", name, &points) != 2) {
            fprintf(stderr, "bad line: %s", line);
            continue;
        }
        strcpy(players[n].name, name);
        players[n].points = points;
        n++;
    }
    return n;
}

int main(int argc, char *argv[])
{
    FILE *fp;
    int i, n;

    if (argc != 2) {
        fprintf(stderr, "usage: %s file\n", argv[0]);
        return 2;
    }
    fp = fopen(argv[1], "r");
    if (fp == NULL) {
        perror(argv[1]);
        return 1;
    }
    n = load(fp);
    fclose(fp);
    qsort(players, n, sizeof players[0], by_points);
    for (i = 0; i < n; i++)
        printf("%3d. %-16s %6d\n", i + 1, players[i].name, players[i].points);
    return 0;
}
