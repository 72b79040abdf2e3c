// UNSAFE line 69: array values are released without their element block
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

typedef enum { V_NULL, V_NUMBER, V_STRING, V_ARRAY } vtype;

typedef struct value { vtype type; struct value *next; } value;
typedef struct { value base; double num; } number_value;
typedef struct { value base; char *str; } string_value;
typedef struct { value base; size_t count; int *items; } array_value;

static void *emalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static value *make(vtype t)
{
    value *v;
    if (t == V_NUMBER) {
        number_value *n = emalloc(sizeof *n);
        n->num = 0.5 * input();
        v = &n->base;
    } else if (t == V_STRING) {
        string_value *s = emalloc(sizeof *s);
        s->str = emalloc(5);
        memcpy(s->str, "text", 5);
        v = &s->base;
    } else if (t == V_ARRAY) {
        array_value *a = emalloc(sizeof *a);
        a->count = (size_t)(1 + (input() & 15));
        a->items = emalloc(a->count * sizeof a->items[0]);
        for (size_t i = 0; i < a->count; i++)
            a->items[i] = (int)i;
        v = &a->base;
    } else {
        v = emalloc(sizeof *v);
    }
    v->type = t;
    v->next = NULL;
    return v;
}

static void print(const value *v)
{
    switch (v->type) {
    case V_NULL:   puts("null"); break;
    case V_NUMBER: printf("%g\n", ((const number_value *)v)->num); break;
    case V_STRING: printf("\"%s\"\n", ((const string_value *)v)->str); break;
    case V_ARRAY:
        for (size_t i = 0; i < ((const array_value *)v)->count; i++)
            printf("%d,", ((const array_value *)v)->items[i]);
        break;
    }
}

static void release(value *v)
{
    if (v->type == V_STRING)
        free(((string_value *)v)->str);
    free(v);
}

int main(void)
{
    value *doc = NULL;
    int c;
    while ((c = input()) >= 0) {
        value *v = make((vtype)(c & 3));
        v->next = doc;
        doc = v;
    }
    while (doc) {
        value *v = doc;
        doc = v->next;
        print(v);
        release(v);
    }
    return 0;
}
