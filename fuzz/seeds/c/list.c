typedef struct node { struct node *n; int v : 3; union { long l; struct node *p[2]; } u; } *List;
static List g = 0;
static List push(List x, int a) {
    List t = malloc(sizeof *t);
    if (!t) return x;
    *t = (struct node){ .n = x, .v = a & 1, .u.p = { [1] = x } };
    return t;
}
int main(int argc, char **argv) {
    int i, a[3] = { 1, 2 };
    for (i = 0; i < 3 && argc--; i++) g = push(g, a[i] ? i : -i);
    //@ assert g != 0 || i == 0;
again:
    switch (i) { case 1: case 2: g = g->n; break; default: goto again; }
    do { List t = g; g = t ? t->n : t; free(t); } while (g);
    return argv[0][0] == 'x';
}
