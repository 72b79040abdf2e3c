// Values that are a number, a text of their own or a list, as their kind tells.
// SAFE
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
enum kind { NUM, STR, LIST };
struct val { enum kind kind; union { int num; char *str; struct item *items; } u; struct val *next; };
struct item { struct item *next; int v; };
static struct val *push(struct val *head) {
    struct val *v = malloc(sizeof *v);
    if (!v) abort();
    switch (__VERIFIER_nondet_int()) {
    case 0: v->kind = NUM; v->u.num = __VERIFIER_nondet_int(); break;
    case 1: v->kind = STR; v->u.str = malloc(8); strcpy(v->u.str, "abc"); break;
    default: v->kind = LIST; v->u.items = NULL;
        while (__VERIFIER_nondet_int()) { struct item *i = malloc(sizeof *i); i->v = 1; i->next = v->u.items; v->u.items = i; }
    }
    v->next = head;
    return v;
}
static void drop(struct val *v) {
    switch (v->kind) {
    case NUM: break;
    case STR: free(v->u.str); break;
    case LIST: while (v->u.items) { struct item *n = v->u.items->next; free(v->u.items); v->u.items = n; } break;
    }
    free(v);
}
int main(void) {
    struct val *head = NULL; int sum = 0;
    while (__VERIFIER_nondet_int()) head = push(head);
    for (struct val *v = head; v; v = v->next) if (v->kind == NUM) sum ^= v->u.num; else if (v->kind == STR) sum += v->u.str[0];
    while (head) { struct val *n = head->next; drop(head); head = n; }
    return sum & 1;
}
