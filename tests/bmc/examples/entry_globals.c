// What globals hold before a procedure: `const` ones keep their initial value, others hold anything of their type.
// EXPECTED --entry of_constant: verified
// EXPECTED --entry of_variable: violated assertion in line 17
// EXPECTED --entry reaches_global: violated assertion in line 22
// EXPECTED --entry not_hidden: verified
// EXPECTED --entry kept: verified
// EXPECTED --entry elements: violated assertion in line 41
#include <assert.h>
#include <stdlib.h>

static const int limit = 3;
static int counter = 3;
int shown;
static int hidden;

void of_constant(void) { assert(limit == 3); }
void of_variable(void) { assert(counter == 3); }

void reaches_global(int *p) {
    if (!p) return;
    shown = 1; *p = 2;
    assert(shown == 1);
}

void not_hidden(int *p) {
    hidden = 1;
    if (p) *p = 2;
    assert(hidden == 1);
}

static int *last;
void kept(int n) {
    last = malloc(sizeof *last);
    if (last) *last = n;
}

int table[3];
void elements(int *p) {
    if (p == NULL || p < table || p > table + 2) return;
    table[0] = table[1] = table[2] = 1; *p = 0;
    assert(table[1] == 1);
}
