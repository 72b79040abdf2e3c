// SAFE
/* JSON-like values: null, number, string, array (list of items) and object
   (list of members).  A value is read, members that are null are removed
   from objects, the rest is counted, and everything is released. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

typedef enum { T_NULL, T_NUM, T_STR, T_ARR, T_OBJ } type_t;
typedef struct value {
    type_t type;
    union { int num; char *str; struct item *items; struct member *members; } u;
} value;
struct item { value *val; struct item *next; };
struct member { char *key; value *val; struct member *next; };

static void *get(size_t n)
{
    void *p = malloc(n);
    if (!p) abort();
    return p;
}

static char *read_string(void)
{
    unsigned n = (unsigned)input() % 12u, i;
    char *s = get(n + 1);
    for (i = 0; i < n; i++) s[i] = (char)('a' + (unsigned)input() % 26u);
    s[n] = '\0';
    return s;
}

static value *read_value(void)
{
    value *v = get(sizeof *v);
    switch (input()) {
    case 1:
        v->type = T_NUM; v->u.num = input(); break;
    case 2:
        v->type = T_STR; v->u.str = read_string(); break;
    case 3: {
        struct item **tail = &v->u.items;
        v->type = T_ARR;
        *tail = NULL;
        while (input() > 0) {
            struct item *it = get(sizeof *it);
            it->val = read_value();
            it->next = NULL;
            *tail = it;
            tail = &it->next;
        }
        break;
    }
    case 4:
        v->type = T_OBJ;
        v->u.members = NULL;
        while (input() > 0) {
            struct member *m = get(sizeof *m);
            m->key = read_string();
            m->val = read_value();
            m->next = v->u.members;
            v->u.members = m;
        }
        break;
    default: v->type = T_NULL;
    }
    return v;
}

static void drop_nulls(value *v)
{
    if (v->type == T_ARR) {
        for (struct item *it = v->u.items; it; it = it->next) drop_nulls(it->val);
    } else if (v->type == T_OBJ) {
        struct member **pp = &v->u.members, *m;
        while ((m = *pp) != NULL) {
            if (m->val->type == T_NULL) {
                *pp = m->next;
                free(m->key); free(m->val); free(m);
            } else {
                drop_nulls(m->val);
                pp = &m->next;
            }
        }
    }
}

static void free_value(value *v)
{
    struct item *it; struct member *m;
    switch (v->type) {
    case T_STR: free(v->u.str); break;
    case T_ARR:
        while ((it = v->u.items)) { v->u.items = it->next; free_value(it->val); free(it); }
        break;
    case T_OBJ:
        while ((m = v->u.members)) { v->u.members = m->next; free(m->key); free_value(m->val); free(m); }
        break;
    default: break;
    }
    free(v);
}

int main(void)
{
    value *v = read_value();
    drop_nulls(v);
    free_value(v);
    return 0;
}
