//! Arrays whose elements own blocks: rows of one length, and records that hold the length of their block and whether they have
//! one.

use crate::smg_concretisation::pieces::Theme;

/// An array of rows. Features: `o` elements are pointers, and all rows have one length; `v` that length is not known; `w` what
/// has no block any more has no pointer either; `c` the array is allocated with as many elements as a number says.
pub const ROWS: Theme = Theme {
    features: "r",
    declarations: "
    void *realloc(void *, unsigned long);
    o|typedef int *Item;
    !o|typedef struct item {
    !o|int valid;
    !o|@width count;
    !o|int *data;
    !o|} Item;
    static Item fixed[12];
    static int *row(int l) {
    int *d = malloc(l * sizeof(int));
    for (int k = 0; k < l; k++) d[k] = k;
    return d;
    }
    ",
    locals: "
    int i = 0, j = 0, k = 0, l = 12, m = 3;
    int *x = 0, *y = 0, *t = 0, *u = 0;
    Item *a = fixed;
    v|m = 1 + (__VERIFIER_nondet_int() & 3);
    c|l = 2 + (__VERIFIER_nondet_int() & 7);
    c|a = calloc(l, sizeof(Item));
    ",
    pieces: &[
        "
        for (@i = 0; @i < l; @i++) {
        o|if (!a[@i]) a[@i] = row(m);
        !o|if (!a[@i].valid) {
        !o|a[@i].count = 1 + (__VERIFIER_nondet_int() & 3);
        !o|a[@i].data = row(a[@i].count);
        !o|a[@i].valid = 1;
        !o|}
        }
        ",
        "
        for (@i = 0; @i < l; @i++) {
        o|if (!a[@i] && @cond) a[@i] = row(m);
        !o|if (!a[@i].valid && @cond) {
        !o|a[@i].count = @few;
        !o|a[@i].data = row(a[@i].count);
        !o|a[@i].valid = 1;
        !o|}
        }
        ",
        "
        while (@cond) {
        k = __VERIFIER_nondet_int() & 7;
        if (k < l) {
        o|free(a[k]);
        o|a[k] = row(m);
        !o|if (a[k].valid) free(a[k].data);
        !o|a[k].valid = 1;
        !o|a[k].count = @few;
        !o|a[k].data = row(a[k].count);
        }
        }
        ",
        "
        for (@i = 0; @i < l; @i++) {
        o|free(a[@i]);
        o|a[@i] = 0;
        !o|if (a[@i].valid) free(a[@i].data);
        !o|a[@i].valid = 0;
        !ow|a[@i].data = 0;
        }
        ",
        "
        for (@i = l - 1; @i >= 0; @i--) {
        o|if (a[@i]) {
        o|for (@j = 0; @j < m; @j++) a[@i][@j] = @i;
        o|}
        !o|if (a[@i].valid) {
        !o|for (@j = 0; @j < a[@i].count; @j++) a[@i].data[@j] = @i;
        !o|}
        }
        ",
        "
        k = __VERIFIER_nondet_int() & 7;
        if (k < l) {
        o|if (a[k]) a[k][m - 1] = @val;
        !o|if (a[k].valid && a[k].count > 0) a[k].data[a[k].count - 1] = @val;
        }
        ",
        "
        k = __VERIFIER_nondet_int() & 7;
        j = __VERIFIER_nondet_int() & 7;
        if (k < l && j < l) {
        Item swapped = a[k];
        a[k] = a[j];
        a[j] = swapped;
        }
        ",
        "
        for (@i = 0; @i + 1 < l; @i++) {
        o|if (@cond) {
        !o|if (a[@i].count > a[@i + 1].count) {
        Item moved = a[@i];
        a[@i] = a[@i + 1];
        a[@i + 1] = moved;
        }
        }
        ",
        "
        k = __VERIFIER_nondet_int() & 7;
        if (k < l) {
        o|free(a[k]);
        !o|if (a[k].valid) free(a[k].data);
        for (@i = k; @i + 1 < l; @i++) a[@i] = a[@i + 1];
        o|a[l - 1] = 0;
        !o|a[l - 1].valid = 0;
        }
        ",
        "
        !o|for (@i = 0; @i < l; @i++) {
        !o|if (a[@i].valid && @cond) {
        !o|a[@i].data = realloc(a[@i].data, (a[@i].count + 2) * sizeof(int));
        !o|a[@i].count = a[@i].count + 2;
        !o|}
        !o|}
        ",
        "
        @i = 0;
        while (@i < l) {
        o|if (a[@i] && @cond) break;
        !o|if (a[@i].valid && @cond) break;
        @i++;
        }
        if (@i < l) {
        o|t = a[@i];
        o|a[@i] = 0;
        !o|t = a[@i].data;
        !o|a[@i].valid = 0;
        free(t);
        }
        ",
        "
        x = row(m);
        x[m - 1] = @val;
        free(x);
        ",
    ],
    end: "
    for (i = 0; i < l; i++) {
    o|free(a[i]);
    !o|if (a[i].valid) free(a[i].data);
    }
    c|free(a);
    ",
};
