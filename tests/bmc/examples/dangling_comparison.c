// A pointer to a freed block may equal one to a block that was allocated later, and the answer is the same each time.
// EXPECTED: verified
// EXPECTED -DSAME: violated assertion in line 39
// EXPECTED -DOTHER: violated assertion in line 41
// EXPECTED -DTWICE: verified
// EXPECTED -DOVERLAP: verified
// EXPECTED -DMOVED: violated assertion in line 54
// EXPECTED -DSCOPE: unknown, line 60: not followed: a comparison with a dangling pointer
// EXPECTED -DCALLS: violated assertion in line 66
// EXPECTED -DKINDS: verified
// EXPECTED -DINSIDE: unknown, line 75: not followed: a comparison with a dangling pointer
// EXPECTED -DTHREE: unknown, line 79: not followed: an order of addresses that follows from that of others
// EXPECTED -DLIST: verified
#include <assert.h>
#include <stdlib.h>

struct node { struct node *next; };
static int global;

static int *local(int *where) {
    int here = 1;
    return where ? where : &here;
}

static struct node *fresh(struct node *next) {
    struct node *node = malloc(sizeof *node);
    node->next = next;
    return node;
}

int main(void) {
    struct node *old = fresh(NULL), *kept = fresh(NULL);
    struct node *freed = old;
    free(old);
    assert(freed != kept && freed != NULL);
    struct node *later = fresh(NULL);
    if (freed == later) global++;
#if defined(SAME)
    assert(freed != later);
#elif defined(OTHER)
    assert(freed == later);
#elif defined(TWICE)
    int first = freed == later, second = later == freed;
    assert(first == second && first == global);
    if (first) assert(!(freed < later) && freed <= later);
    else assert((freed < later) != (later < freed));
#elif defined(OVERLAP)
    assert(kept != later && (kept < later) == !(later < kept));
#elif defined(MOVED)
    {
    struct node *moved = realloc(kept, 2 * sizeof *kept);
    int is_same = moved == kept;
    kept = moved;
    assert(!is_same);
    }
#elif defined(SCOPE)
    int *inner, *other;
    { int a = 1; inner = &a; }
    { int b = 2; other = &b; }
    assert(inner != other);
#elif defined(CALLS)
    int *here = local(NULL);
    int *there = local(NULL);
    int is_same = here == there;
    assert(is_same == (there == here));
    assert(!is_same);
#elif defined(KINDS)
    int *inner;
    { int a = 1; inner = &a; }
    int *block = malloc(sizeof *block);
    assert(inner != block && inner != &global && freed != (void *)&global);
    free(block);
#elif defined(INSIDE)
    char *byte = (char *)freed + 1;
    if (byte == (char *)later) global = 2;
#elif defined(THREE)
    free(later);
    struct node *last = fresh(NULL);
    if (freed == last) global = 3;
    if (later == last) global = 4;
    later = last;
#elif defined(LIST)
    struct node *list = fresh(fresh(NULL)), *gone = list;
    list = list->next;
    free(gone);
    for (struct node *at = list; at; at = at->next) assert(at != gone);
    free(list);
#endif
    free(kept);
    free(later);
    return 0;
}
