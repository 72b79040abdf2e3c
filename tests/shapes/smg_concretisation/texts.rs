//! Texts: in buffers, in blocks of just their size, in nodes, and what leads through them.

use crate::smg_concretisation::pieces::Theme;

/// Texts. Features: `v` the bytes are any that are not zero, `o` nodes hold a text themselves, `w` the buffers are large, `c` they are
/// read from the input.
pub const TEXTS: Theme = Theme {
    features: "x",
    declarations: "
    int scanf(const char *, ...);
    unsigned long strlen(const char *);
    unsigned long strcspn(const char *, const char *);
    char *strcpy(char *, const char *);
    char *strncpy(char *, const char *, unsigned long);
    char *strcat(char *, const char *);
    char *strchr(const char *, int);
    char *strrchr(const char *, int);
    char *strdup(const char *);
    char *strndup(const char *, unsigned long);
    int strcmp(const char *, const char *);
    void *memcpy(void *, const void *, unsigned long);
    void *memset(void *, int, unsigned long);
    int snprintf(char *, unsigned long, const char *, ...);
    int sprintf(char *, const char *, ...);
    int getchar(void);
    int toupper(int);
    w|enum { SIZE = 12 };
    !w|enum { SIZE = 5 };
    typedef struct node {
    o|char label[SIZE];
    char *name;
    struct node *n;
    } Node;
    static char letter(void) {
    v|int c = __VERIFIER_nondet_int();
    v|return c == 0 ? 'a' : c & 63 | 64;
    return 'a';
    }
    static void fill(char *a, int l) {
    int k = 0;
    while (k + 1 < l && __VERIFIER_nondet_int()) a[k++] = letter();
    a[k] = 0;
    }
    static void take(char *a, int l) {
    c|if (l > 4 && scanf(\"%4s\", a) == 1) return;
    fill(a, l);
    }
    static int count(const char *a) {
    int k = 0;
    while (*a) {
    if (*a == 'a') k++;
    a++;
    }
    return k;
    }
    static Node *make(Node *n, const char *a) {
    Node *m = malloc(sizeof(Node));
    o|snprintf(m->label, sizeof m->label, \"%s\", a);
    m->name = strdup(a);
    m->n = n;
    return m;
    }
    ",
    locals: "
    int i = 0, j = 0, x = 0, y = 0;
    unsigned long l = 0;
    char a[SIZE], b[SIZE + 2], *s = 0, *p = 0;
    Node *t = 0, *u = 0;
    char seen[256] = { 0 };
    take(a, SIZE);
    b[0] = 0;
    ",
    pieces: &[
        "take(a, SIZE);",
        "take(b, SIZE);",
        "take(b, @few + 1);",
        "strcpy(b, a);",
        "strncpy(b, a, SIZE);",
        "
        strncpy(a, b, SIZE);
        a[SIZE - 1] = 0;
        ",
        "
        strcpy(b, a);
        if (strlen(b) < SIZE) strcat(b, \"c\");
        ",
        "snprintf(a, sizeof a, \"%s\", b);",
        "snprintf(a, @few + 1, \"%s%d\", a, @i);",
        "sprintf(b, \"%.3s\", a);",
        "memcpy(b, a, SIZE);",
        "memcpy(b, a, strlen(a) + 1);",
        "
        free(s);
        s = strdup(a);
        ",
        "
        free(s);
        s = strndup(a, @few);
        ",
        "
        free(s);
        s = malloc(strlen(a) + 1);
        strcpy(s, a);
        ",
        "
        free(s);
        l = strlen(b);
        s = malloc(l + @few);
        memcpy(s, b, l);
        s[l] = 0;
        ",
        "
        free(s);
        s = malloc(strlen(a) + strlen(b) + @few);
        strcpy(s, a);
        strcat(s, b);
        j += count(s);
        ",
        "
        free(s);
        s = malloc(strlen(a) + strlen(b) + @few);
        sprintf(s, \"%s-%s\", a, b);
        j += count(s);
        ",
        "
        free(s);
        l = strlen(a);
        s = malloc(l + strlen(b) + @few);
        memcpy(s, a, l);
        s[l] = '-';
        memcpy(s + l + 1, b, strlen(b) + 1);
        ",
        "
        p = strchr(a, 'a');
        if (p) {
        *p++ = 0;
        free(s);
        l = strlen(p) + @few - 1;
        s = malloc(l + 1);
        memcpy(s, p, l + 1);
        j += count(s);
        }
        ",
        "
        l = 0;
        b[0] = 0;
        while (@cond) {
        x = snprintf(b + l, sizeof b - l, \"%s\", a);
        if (x < 0 || x >= (int)(sizeof b - l)) break;
        l += x;
        }
        j += count(b);
        ",
        "x = snprintf(a, __VERIFIER_nondet_int() & 3, \"%s\", b);",
        "
        p = a;
        while (*p == 'a') p++;
        l = strlen(p);
        while (l > 0 && p[l - 1] == 'a') l--;
        p[l] = 0;
        j += count(p);
        ",
        "
        l = strlen(a);
        if (l > 1) j += count(a + l - @few);
        ",
        "
        x = getchar();
        if (x >= @small) seen[toupper(x)]++;
        ",
        "if (s) j += count(s);",
        "j = count(a);",
        "a[strcspn(a, \"b\")] = 0;",
        "
        l = strlen(a);
        if (l > 0) a[l - 1] = 0;
        ",
        "
        l = strlen(a);
        if (l > @few) a[@few] = letter();
        ",
        "if (strlen(a) + @few < SIZE) a[strlen(a) + 1] = 'd';",
        "
        p = strchr(a, 'a');
        if (p) *p = 0;
        ",
        "
        p = strrchr(a, 'a');
        if (p) *p = 'b';
        ",
        "
        p = a;
        while (*p != 0 && *p != 'b') p++;
        if (*p) *p = letter();
        ",
        "for (@i = 0; a[@i] != 0; @i++) a[@i] = letter();",
        "for (@i = 0; a[@i] != 0; @i++) if (a[@i] == 'a') a[@i] = 0;",
        "for (@i = 0; s && s[@i]; @i++) j += s[@i] @cmp 'a';",
        "for (@i = 0; (b[@i] = a[@i]) != 0; @i++) j++;",
        "
        l = strlen(a);
        for (@i = 0; @i < l; @i++) j += a[@i] == 'a';
        ",
        "if (strcmp(a, b) == 0) j++;",
        "memset(a, 'a', SIZE - 1);",
        "
        memset(b, 0, sizeof b);
        b[@few] = letter();
        ",
        "while (@cond) t = make(t, a);",
        "t = make(t, \"ab\");",
        "for (u = t; u; u = u->n) j += count(u->name);",
        "
        for (u = t; u; u = u->n) {
        o|j += count(u->label);
        if (u->name[0]) u->name[0] = letter();
        }
        ",
        "
        if (t) {
        free(t->name);
        t->name = strdup(b);
        }
        ",
        "
        if (t && t->n) {
        p = t->name;
        t->name = t->n->name;
        t->n->name = p;
        }
        ",
        "if (t) strcpy(a, t->name);",
    ],
    end: "
    while (t) {
    u = t->n;
    free(t->name);
    free(t);
    t = u;
    }
    free(s);
    ",
};
