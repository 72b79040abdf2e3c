// SAFE
// Sorts the numbers of the input, one a line, without any recursion.
#include <stdio.h>
#include <stdlib.h>

struct tnode {
    long num;
    struct tnode *lt, *ge;
};

struct stack {
    struct tnode **items;
    size_t used, room;
};

static void die(void) {
    fputs("no more memory\n", stderr);
    abort();
}

static void stack_init(struct stack *s) {
    s->used = 0;
    s->room = 4;
    s->items = malloc(s->room * sizeof *s->items);
    if (s->items == NULL)
        die();
}

static void push(struct stack *s, struct tnode *t) {
    if (s->used >= s->room) {
        size_t room = s->room * 2;
        struct tnode **items = realloc(s->items, room * sizeof *items);
        if (items == NULL)
            die();
        s->items = items;
        s->room = room;
    }
    s->items[s->used] = t;
    s->used++;
}

static struct tnode *pop(struct stack *s) {
    return s->items[--s->used];
}

static void insert(struct tnode **root, long num) {
    struct tnode *new = malloc(sizeof *new);
    struct tnode *at = *root;

    if (new == NULL)
        die();
    new->num = num;
    new->lt = new->ge = NULL;
    if (at == NULL) {
        *root = new;
        return;
    }
    for (;;) {
        struct tnode **side = num < at->num ? &at->lt : &at->ge;
        if (*side == NULL) {
            *side = new;
            return;
        }
        at = *side;
    }
}

static void print_sorted(struct tnode *t, struct stack *s) {
    while (t != NULL || s->used > 0) {
        if (t != NULL) {
            push(s, t);
            t = t->lt;
        } else {
            t = pop(s);
            printf("%ld\n", t->num);
            t = t->ge;
        }
    }
}

static void free_all(struct tnode *t, struct stack *s) {
    if (t != NULL)
        push(s, t);
    while (s->used > 0) {
        t = pop(s);
        if (t->lt != NULL)
            push(s, t->lt);
        if (t->ge != NULL)
            push(s, t->ge);
        free(t);
    }
}

int main(void) {
    char buf[64], *end;
    struct tnode *root = NULL;
    struct stack s;

    while (fgets(buf, sizeof buf, stdin)) {
        long num = strtol(buf, &end, 10);
        if (end != buf)
            insert(&root, num);
    }
    stack_init(&s);
    print_sorted(root, &s);
    free_all(root, &s);
    free(s.items);
    return 0;
}
