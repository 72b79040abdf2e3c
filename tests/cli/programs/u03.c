// SAFE
// (malloc is assumed to succeed)
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
    int    *elem;
    size_t  len;
    size_t  cap;
} SortedVec;

/* Index of the first element that is not smaller than key. */
static size_t sv_lower(const SortedVec *v, int key)
{
    size_t lo = 0, hi = v->len;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (v->elem[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static int sv_insert(SortedVec *v, int key)
{
    size_t at = sv_lower(v, key);
    if (at < v->len && v->elem[at] == key)
        return 0;
    if (v->len == v->cap) {
        size_t ncap = v->cap ? v->cap + v->cap / 2 + 1 : 2;
        int *p = realloc(v->elem, ncap * sizeof *p);
        if (p == NULL)
            return 0;
        v->elem = p;
        v->cap = ncap;
    }
    memmove(&v->elem[at + 1], &v->elem[at], (v->len - at) * sizeof *v->elem);
    v->elem[at] = key;
    v->len++;
    return 1;
}

static int sv_erase(SortedVec *v, int key)
{
    size_t at = sv_lower(v, key);
    if (at == v->len || v->elem[at] != key)
        return 0;
    v->len--;
    memmove(&v->elem[at], &v->elem[at + 1], (v->len - at) * sizeof *v->elem);
    return 1;
}

int main(void)
{
    SortedVec v = {0};
    size_t added = 0, erased = 0;
    int median = 0;

    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int() > 0)
            added += sv_insert(&v, key);
        else
            erased += sv_erase(&v, key);
        if (v.len > 0)
            median = v.elem[v.len / 2];
    }
    free(v.elem);
    return median == 0 && added == erased;
}
