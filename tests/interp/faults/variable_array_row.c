// fault: out-of-bounds
#include <stdlib.h>
int main(int argc, char **argv) {
    int (*rows)[argc + 2] = malloc(2 * sizeof *rows);
    if (!rows) return 0;
    rows[1][2] = 1;
    return rows[2][0];
}
