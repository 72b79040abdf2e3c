// A list that grows at its end: names are copied, or are a text of the program.
// SAFE
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct opt { const char *name; int dup; struct opt *next; };
int main(void) {
    struct opt *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct opt *o = calloc(1, sizeof *o);
        if (!o) abort();
        if (__VERIFIER_nondet_int()) { char *s = malloc(5); if (!s) abort(); memcpy(s, "copy", 5); o->name = s; o->dup = 1; }
        else o->name = "fixed";
        if (last) last->next = o; else first = o;
        last = o;
    }
    size_t total = 0;
    for (struct opt *o = first; o; o = o->next) total += strlen(o->name);
    while (first) { struct opt *n = first->next; if (first->dup) free((char *)first->name); free(first); first = n; }
    return total > 100;
}
