// Arrays of variable size: sizes, lifetimes, jumps out of their scope, alloca.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int sum(int n, int a[n]) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

static int squares(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i * i;
    int *p = a, (*q)[] = &a;
    printf("%zu %zu %zu %d %d\n", sizeof a, sizeof a[0], sizeof(int[n + 1]), *p, (*q)[n - 1]);
    return sum(n, a);
}

struct node { struct node *next; int value; };

static int list(unsigned n) {
    struct node nodes[n], *head = 0;
    for (unsigned i = 0; i < n; i++) {
        nodes[i] = (struct node){head, (int)i};
        head = nodes + i;
    }
    int s = 0;
    for (struct node *p = head; p; p = p->next) s = 10 * s + p->value;
    return s;
}

static int early(int n) {
    int total = 0;
again:;
    char text[n + 1];
    memset(text, 'x', n);
    text[n] = 0;
    total += strlen(text);
    if (n-- > 1) goto again;
    for (int i = 1; i < 6; i++) {
        short s[i];
        s[i - 1] = (short)i;
        if (i == 2) continue;
        if (i == 5) break;
        {
            long inner[i][2];
            inner[i - 1][1] = s[i - 1];
            total += (int)inner[i - 1][1] + (int)sizeof inner;
            if (total > 1000) return -1;
        }
    }
    return total;
}

static int fill(int n) {
    char *blocks[3];
    for (int i = 0; i < 3; i++) {
        blocks[i] = alloca(n + i);
        memset(blocks[i], i, n + i);
    }
    return blocks[0][n - 1] + blocks[1][n] + blocks[2][n + 1];
}

int main(void) {
    int n = 3;
    int once[n++];
    once[2] = 7;
    printf("%d %d %zu\n", n, once[2], sizeof once);
    printf("%d\n", squares(4));
    printf("%d\n", squares(1));
    printf("%d\n", list(5));
    printf("%d %d\n", early(4), fill(9));
    return 0;
}
