/* Places at and behind the ends of arrays that C, or GCC, allows. */
#include <stdio.h>
#include <stdlib.h>

struct tail { int count; int items[1]; };
struct nothing { int none[0]; int rest; };
struct grid { int cells[2][3]; };
struct pair { int left[2], right[2]; };
union both { struct { int a, b; } parts; int all[2]; };

static int sum(int (*rows)[3], int count) {
    int total = 0;
    for (int i = 0; i < count; i++)
        for (int *p = rows[i]; p != &rows[i][3]; p++) total += *p;
    return total;
}

int main(void) {
    int table[2][3] = {{1, 2, 3}, {4, 5, 6}}, cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    int *end = &table[0][3], *all = &table[0][0];
    printf("%d %d %d\n", end == table[1], sum(table, 2), all[5]);
    for (int i = 0; i < 8; i++) printf("%d", cube[i / 4][i / 2 % 2][i % 2]);
    printf(" %d %d\n", *(table[1] - 1), (&table[0][2])[1]);

    struct tail *tail = malloc(sizeof *tail + 3 * sizeof(int));
    for (int i = 0; i < 4; i++) tail->items[i] = i * i;
    printf("%d\n", tail->items[3]);
    free(tail);
    struct nothing *nothing = malloc(sizeof *nothing);
    nothing->rest = 7;
    printf("%d\n", nothing->none[0]);
    free(nothing);

    struct grid *grid = malloc(3 * sizeof *grid);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 6; j++) grid[i].cells[j / 3][j % 3] = 10 * i + j;
    printf("%d %d\n", grid[2].cells[1][2], table[cube[0][0][0]][cube[0][0][1]]);
    free(grid);
    struct pair pair = {{1, 2}, {3, 4}};
    union both both = {{5, 6}};
    char *bytes = (char *)pair.left;
    printf("%d %d %d %d\n", pair.left[1], pair.right[0], both.all[1], ((int *)bytes)[3]);
    int (*row)[3] = table;
    printf("%d %d\n", (*row)[2], row[1][0]);
    return 0;
}
