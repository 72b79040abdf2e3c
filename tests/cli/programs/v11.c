// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* A flat JSON-like document: values are null, numbers, strings or
   one-level arrays of scalars. */

typedef struct Value Value;

enum Type { V_NULL, V_NUM, V_STR, V_ARR };

struct Value {
    enum Type type;
    union {
        int num;
        char *str;
        Value *items;
    } as;
    Value *next;
};

static Value *new_value(enum Type type)
{
    Value *v = (Value *)malloc(sizeof(Value));
    if (v != NULL) {
        v->type = type;
        v->as.items = NULL;
        v->next = NULL;
    }
    return v;
}

static Value *parse_scalar(int c)
{
    Value *v;
    switch (c) {
    case 1:
        return new_value(V_NULL);
    case 2:
        v = new_value(V_STR);
        if (v != NULL && (v->as.str = strdup("text")) == NULL) {
            free(v);
            v = NULL;
        }
        return v;
    default:
        v = new_value(V_NUM);
        if (v != NULL)
            v->as.num = c;
        return v;
    }
}

static void free_scalars(Value *v)
{
    while (v != NULL) {
        Value *next = v->next;
        if (v->type == V_STR)
            free(v->as.str);
        free(v);
        v = next;
    }
}

static void free_document(Value *v)
{
    while (v != NULL) {
        Value *rest = v->next;
        if (v->type == V_ARR) {
            free_scalars(v->as.items);
            v->type = V_NULL;
        }
        v->next = NULL;
        free_scalars(v);
        v = rest;
    }
}

int main(void)
{
    Value *doc = NULL, **end = &doc, *v;
    unsigned chars = 0;
    int c, ok = 1;

    while (ok && (c = __VERIFIER_nondet_int()) != 0) {
        v = c == 3 ? new_value(V_ARR) : parse_scalar(c);
        if (v == NULL)
            break;
        *end = v;
        end = &v->next;
        if (v->type == V_ARR) {
            while (ok && (c = __VERIFIER_nondet_int()) > 0) {
                Value *e = parse_scalar(c);
                if (e == NULL) {
                    ok = 0;
                } else {
                    e->next = v->as.items;
                    v->as.items = e;
                }
            }
        }
    }

    for (v = doc; v != NULL; v = v->next)
        if (v->type == V_STR)
            chars += (unsigned)strlen(v->as.str);
    printf("%u characters\n", chars);
    free_document(doc);
    return 0;
}
