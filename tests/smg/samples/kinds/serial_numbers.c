// Events of two kinds, one of which owns a text, with serial numbers: these tell no kinds apart.
// SAFE
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct event { int kind; unsigned serial; struct event *next; union { long value; char *text; } of; };
int main(void) {
    struct event *log = NULL, **end = &log;
    unsigned serial = 0;
    int late = 0;
    while (__VERIFIER_nondet_int()) {
        struct event *e = malloc(sizeof *e);
        e->kind = __VERIFIER_nondet_int() ? 1 : 2;
        e->serial = serial++;
        if (e->kind == 1) {
            e->of.value = __VERIFIER_nondet_int();
        } else {
            e->of.text = malloc(6);
            strcpy(e->of.text, "alarm");
        }
        e->next = NULL;
        *end = e;
        end = &e->next;
    }
    while (log) {
        struct event *e = log;
        log = e->next;
        if (e->serial > 100) late = 1;
        if (e->kind == 2) free(e->of.text);
        free(e);
    }
    return late;
}
