/* What the compiled programs of a campaign share: memory that is watched, choices, observations, temporal formulas.
   It knows nothing of Damson. Blocks are never used again within a run, so a freed block is known by its address. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <alloca.h>
#include <time.h>
#include <unistd.h>

#define MANY 4096
#define ARENA (1 << 18)
#define BIG_BLOCK (1 << 14)

enum { HEAP, OBJECT };
enum { FINISHED = 1, BLOCKED, BAD_ACCESS, UNDEFINED, ASSERTION, CUT };

typedef struct { char *at; size_t size; int live, kind; } Block;
static Block blocks[MANY];
static int block_count;
static char arena[ARENA] __attribute__((aligned(64)));
static size_t used;
static sigjmp_buf out;
static int fill_mode;            /* what memory holds that was never written: zeros, an address of nothing, an address of something */
static char spare[256] __attribute__((aligned(64)));
static int open_, coincidence;
static int ticks;
static const char *why;

static void leave(int how) { siglongjmp(out, how); }
static void bad(const char *what) { why = what; leave(BAD_ACCESS); }

/* ---- choices ---- */
static int script[MANY], widths[MANY], script_length, position, is_random;
static uint64_t seed_;
static uint32_t random_(void) { seed_ = seed_ * 6364136223846793005ULL + 1442695040888963407ULL; return seed_ >> 33; }
static int choose_(int count, int biased)
{
    if (count <= 1) return 0;
    if (position >= MANY) leave(CUT);
    if (position >= script_length) {
        int value = 0;
        if (is_random) value = biased >= 0 && random_() % 8 < 5 ? biased : (int)(random_() % count);
        script[position] = value;
        script_length = position + 1;
    }
    widths[position] = count;
    if (script[position] >= count) script[position] = 0;
    return script[position++];
}
static int choose(int count) { return choose_(count, -1); }
/* The next script in order; 0 after the last. */
static int advance(void)
{
    script_length = position < script_length ? position : script_length;
    while (script_length > 0) {
        if (script[script_length - 1] + 1 < widths[script_length - 1]) { script[script_length - 1]++; return 1; }
        script_length--;
    }
    return 0;
}
static const long few[] = { 0, 1 };
static const long many[] = { 0, 1, 2, -1, 3, 5, 7, 8, 15, 16, 37, 100, 127, 128, 255, 256, -128, 32767, 65536, 2147483647, -2147483647L - 1 };
static const long *constants;
static int constant_count;
static long any_integer(void)
{
    if (!is_random) return few[choose(2)];
    int count = sizeof many / sizeof *many, which = choose(count + 3 * constant_count);
    if (which < count) return many[which];
    which -= count;
    return constants[which / 3] + which % 3 - 1;
}

/* ---- memory ---- */
/* A block of no bytes has a start as well. */
static size_t extent(const Block *b) { return b->kind == HEAP && b->size == 0 ? 1 : b->size; }
static Block *block_of(const void *p)
{
    for (int i = block_count - 1; i >= 0; i--)
        if ((char *)p >= blocks[i].at && (char *)p < blocks[i].at + extent(&blocks[i]) && (blocks[i].live || blocks[i].kind == HEAP))
            return &blocks[i];
    return 0;
}
static int valid(const void *p, size_t size)
{
    Block *b = block_of(p);
    return b && b->live && (char *)p + size <= b->at + b->size;
}
static void *ck(const void *p, size_t size) { if (!valid(p, size)) bad("access"); return (void *)p; }
/* No bytes are no access; but nothing is known behind a call whose pointer is not valid. */
static void *ckn(const void *p, size_t size) { if (size) return ck(p, size); if (!valid(p, 1)) leave(UNDEFINED); return (void *)p; }
static char *cks(const char *p) { for (const char *q = p;; q++) { ck(q, 1); if (!*q) return (char *)p; } }
#define CK(p) ((__typeof__(p))ck((void *)(p), sizeof *(p)))
#define CKN(p, n) ((__typeof__(p))ckn((void *)(p), (n)))
/* The address of a part of NULL: no access, but nothing is known from there on. */
static void *nn(const void *p) { if (!p) leave(UNDEFINED); return (void *)p; }
#define NN(p) ((__typeof__(p))nn((void *)(p)))
#define CKS(p) cks(p)
/* One past the end of an object is no other object, wherever the compiler has put that one. */
static char nowhere[128] __attribute__((aligned(64)));
static void *past(void *from, void *to) { Block *b = block_of(from); return b && block_of(to) != b ? nowhere + 64 : to; }
#define STEP(p) (*({ __typeof__(&(p)) at_ = &(p); *at_ = past(*at_, *at_ + 1); at_; }))
#define OK(p) valid((void *)(p), sizeof *(p))
static void enter_object(void *p, size_t size)
{
    if (block_count == MANY) leave(CUT);
    for (int i = 0; i < block_count; i++)    /* a new variable where an older one was */
        if (blocks[i].kind == OBJECT && !blocks[i].live && (char *)p < blocks[i].at + blocks[i].size && (char *)p + size > blocks[i].at)
            blocks[i].size = 0;
    blocks[block_count++] = (Block){ p, size, 1, OBJECT };
}
/* A string that lives for the whole run: a literal, or one of the environment. */
static char *lasting_(char *p) { if (p && !block_of(p)) enter_object(p, strlen(p) + 1); return p; }
#define ENTER(v) enter_object(&(v), sizeof(v))
static void leave_object(void *p)
{
    for (int i = block_count - 1; i >= 0; i--)
        if (blocks[i].at == p && blocks[i].live && blocks[i].kind == OBJECT) { blocks[i].live = 0; return; }
}
#define SCOPED __attribute__((cleanup(leave_object)))
static void fill_bytes(void *p, size_t size)
{
    if (fill_mode == 0) { memset(p, 0, size); return; }
    if (fill_mode == 1) { memset(p, 0x5A, size); return; }
    void *word = spare;
    for (size_t i = 0; i < size; i++) ((char *)p)[i] = ((char *)&word)[i % sizeof word];
}
#define FILL(v) fill_bytes(&(v), sizeof(v))
static void *new_block(size_t size)
{
    size_t step = (size + 64 + 15) / 16 * 16;
    if (block_count == MANY || size > BIG_BLOCK || used + step > ARENA) leave(CUT);
    char *at = arena + used + 16;
    used += step;
    blocks[block_count++] = (Block){ at, size, 1, HEAP };
    return at;
}
static void *malloc_(size_t size) { void *p = new_block(size); fill_bytes(p, size); return p; }
static void *calloc_(size_t a, size_t b) { void *p = new_block(a * b); memset(p, 0, a * b); return p; }
static void free_(void *p)
{
    if (!p) return;
    Block *b = block_of(p);
    if (!b || !b->live || b->kind != HEAP || b->at != (char *)p) bad("free");
    b->live = 0;
}
static void *realloc_(void *p, size_t size)
{
    if (!p) return malloc_(size);
    Block *b = block_of(p);
    if (!b || !b->live || b->kind != HEAP || b->at != (char *)p) bad("realloc");
    void *q = malloc_(size);
    memcpy(q, p, size < b->size ? size : b->size);
    block_of(p)->live = 0;
    return q;
}
static char *strdup_(const char *p) { cks(p); char *q = new_block(strlen(p) + 1); strcpy(q, p); return q; }
static int dangling(const void *p) { Block *b = block_of(p); return p && (!b || !b->live); }

/* Whether two pointers are equal: either may be true of a freed one and another, but the same each time. No block is used
   again, so equal addresses are copies. */
static struct { const void *a, *b; int equal; } outcomes[64];
static int outcome_count;
static int eq(const void *a, const void *b)
{
    if (a == b || (!dangling(a) && !dangling(b))) return a == b;
    for (int i = 0; i < outcome_count; i++)
        if ((outcomes[i].a == a && outcomes[i].b == b) || (outcomes[i].a == b && outcomes[i].b == a)) return outcomes[i].equal;
    int equal = choose(2);
    if (!a || !b) equal = 0;
    if (equal != (a == b)) coincidence = 1;
    if (outcome_count < 64) { outcomes[outcome_count].a = a; outcomes[outcome_count].b = b; outcomes[outcome_count++].equal = equal; }
    return equal;
}

/* ---- inputs: heaps of typed nodes, found from the roots on ---- */
static int most_nodes, node_count, show_inputs;
static struct { char *at; int type; void *before, *link; } inputs[64];    /* the first node and its link that lead there */
static int input_count;
static void target(void *p, int type)
{
    inputs[input_count].at = p; inputs[input_count].type = type;
    inputs[input_count].before = inputs[input_count].link = 0; input_count++;
}
static void leads(void *from, void *link, void *to)
{
    for (int i = 0; i < input_count; i++)
        if (inputs[i].at == to && !inputs[i].before) { inputs[i].before = from; inputs[i].link = link; }
}
/* Any pointer of a type; `back`, if there is one, is chosen more often than others. */
static void *pointer_or(void *back, int type, size_t size)
{
    int there[64], count = 0, fresh = node_count < most_nodes && input_count < 60;
    for (int i = 0; i < input_count; i++) if (inputs[i].type == type) there[count++] = i;
    int which = choose_(1 + count + fresh + !!back, back ? 1 : fresh ? 1 + count : -1);
    if (which == 0) return 0;
    if (back && --which == 0) return back;
    if (which <= count) return inputs[there[which - 1]].at;
    void *p = new_block(size);
    memset(p, 0, size);
    node_count++;
    target(p, type);
    return p;
}
static void *any_pointer(int type, size_t size) { return pointer_or(0, type, size); }
static const char *name_of(const void *p)
{
    static char text[8][24];
    static int next;
    char *t = text[next++ % 8];
    if (!p) return "NULL";
    for (int i = 0; i < input_count; i++) if (inputs[i].at == p) { sprintf(t, "#%d", i); return t; }
    return "?";
}

static int printf_(const char *f, ...) { va_list v; va_start(v, f); int n = vprintf(f, v); va_end(v); return n; }

/* ---- runs ---- */
static int tick(void) { if (++ticks > 300) leave(CUT); return 1; }
static int failed_line;
static void check_(int holds, int line) { if (!holds) { failed_line = line; leave(ASSERTION); } }
static void assume_(int holds) { if (!holds) leave(BLOCKED); }
static int nondet_int(void) { return (int)any_integer(); }

#define LABELS 32
#define ATOMS 16
#define EVENTS 400
static struct { int label; char value[ATOMS]; } events[EVENTS];
static int event_count;
static void observe(int label)
{
    tick();
    if (event_count == EVENTS) leave(CUT);
    events[event_count].label = label;
    memset(events[event_count++].value, 0, ATOMS);
}
static void note(int atom, int value) { events[event_count - 1].value[atom] = value; }

/* ---- predicates ---- */
enum { OTHER, POINTER, RECORD, ARRAY };
typedef struct { size_t offset; int type, id; } Field;
typedef struct { int kind; size_t size; int target, count; Field fields[14]; } Type;
static const Type *types;
typedef struct { char *at; int type; } Place;
typedef struct { Place list[MANY]; int count; } Places;
static int same(Place a, Place b) { return a.at == b.at && a.type == b.type; }
static int has(const Places *set, Place p) { for (int i = 0; i < set->count; i++) if (same(set->list[i], p)) return 1; return 0; }
static int live_place(Place p) { return p.at && valid(p.at, types[p.type].size); }
static Places avoided;
static void avoid_none(void) { avoided.count = 0; }
static int avoid(const void *p, int type) { if (p) { avoided.list[avoided.count++] = (Place){ (char *)p, type }; } return 1; }
static Places targets;
/* All places of paths from the start; the targets of their memory steps in `targets` alone where `steps`. */
static void follow(Places *found, Places *agenda, unsigned long fields, int only_targets)
{
    found->count = 0;
    if (only_targets) targets.count = 0;
    while (agenda->count) {
        Place p = agenda->list[--agenda->count];
        if (!live_place(p) || has(found, p) || (only_targets && has(&avoided, p))) continue;
        if (found->count >= MANY - 64 || agenda->count >= MANY - 64) { open_ = 1; return; }
        found->list[found->count++] = p;
        if (has(&avoided, p)) continue;
        const Type *t = &types[p.type];
        if (t->kind == RECORD)
            for (int i = 0; i < t->count; i++)
                if (fields >> t->fields[i].id & 1) agenda->list[agenda->count++] = (Place){ p.at + t->fields[i].offset, t->fields[i].type };
        if (t->kind == ARRAY)
            for (int i = 0; i < t->count; i++) agenda->list[agenda->count++] = (Place){ p.at + i * types[t->target].size, t->target };
        if (t->kind == POINTER && t->target >= 0) {
            Place next = { *(char **)p.at, t->target };
            if (only_targets) targets.list[targets.count++] = next; else agenda->list[agenda->count++] = next;
        }
    }
}
static Places found_, other_, agenda_, cells_;
static void from(const void *p, int type) { agenda_.count = 1; agenda_.list[0] = (Place){ (char *)p, type }; }
static void after_step(Places *found, Place start, unsigned long fields)
{
    agenda_.count = 1;
    agenda_.list[0] = start;
    follow(&cells_, &agenda_, fields, 1);
    agenda_ = targets;
    follow(found, &agenda_, fields, 0);
}
static void muddle(void) { if (coincidence) open_ = 1; }
static int reach(unsigned long fields, const void *a, int at, const void *b, int bt)
{
    muddle();
    from(a, at);
    follow(&found_, &agenda_, fields, 0);
    return has(&found_, (Place){ (char *)b, bt });
}
static int reachp(unsigned long fields, const void *a, int at, const void *b, int bt)
{
    muddle();
    after_step(&found_, (Place){ (char *)a, at }, fields);
    return has(&found_, (Place){ (char *)b, bt });
}
static int dshared(unsigned long fields, const void *a, int at, const void *b, int bt)
{
    muddle();
    from(a, at);
    follow(&found_, &agenda_, fields, 0);
    from(b, bt);
    follow(&other_, &agenda_, fields, 0);
    for (int i = 0; i < found_.count; i++) if (has(&other_, found_.list[i])) return 1;
    return 0;
}
static Places all_;
static int cyclic(unsigned long fields, const void *a, int at)
{
    muddle();
    from(a, at);
    follow(&all_, &agenda_, fields, 0);
    for (int i = 0; i < all_.count; i++) {
        after_step(&found_, all_.list[i], fields);
        if (has(&found_, all_.list[i])) return 1;
    }
    return 0;
}
/* Whether no two paths from the start meet. */
static int tree(unsigned long fields, const void *a, int at)
{
    muddle();
    int met = 0;
    found_.count = 0;
    from(a, at);
    while (agenda_.count) {
        Place p = agenda_.list[--agenda_.count];
        if (!live_place(p)) continue;
        if (has(&found_, p)) { met = 1; continue; }
        if (found_.count >= MANY - 64 || agenda_.count >= MANY - 64) { open_ = 1; return 0; }
        found_.list[found_.count++] = p;
        if (has(&avoided, p)) continue;
        const Type *t = &types[p.type];
        if (t->kind == RECORD)
            for (int i = 0; i < t->count; i++)
                if (fields >> t->fields[i].id & 1) agenda_.list[agenda_.count++] = (Place){ p.at + t->fields[i].offset, t->fields[i].type };
        if (t->kind == ARRAY)
            for (int i = 0; i < t->count; i++) agenda_.list[agenda_.count++] = (Place){ p.at + i * types[t->target].size, t->target };
        if (t->kind == POINTER && t->target >= 0) agenda_.list[agenda_.count++] = (Place){ *(char **)p.at, t->target };
    }
    return !met;
}
/* The nodes of a type that paths lead to, and the links between them. */
static Places nodes_;
static struct { char *from, *to; } links_[MANY];
static int link_count;
static void collect_nodes(unsigned long fields, const void *a, int at)
{
    muddle();
    from(a, at);
    follow(&found_, &agenda_, fields, 0);
    nodes_.count = 0;
    for (int i = 0; i < found_.count; i++)
        if (found_.list[i].type == at) nodes_.list[nodes_.count++] = found_.list[i];
}
static long count(unsigned long fields, const void *a, int at) { collect_nodes(fields, a, at); return nodes_.count; }
static void collect_links(unsigned long fields, const void *a, int at)
{
    collect_nodes(fields, a, at);
    link_count = 0;
    for (int i = 0; i < nodes_.count; i++) {
        agenda_.count = 1;
        agenda_.list[0] = nodes_.list[i];
        follow(&cells_, &agenda_, fields, 1);
        for (int t = 0; t < targets.count; t++) {
            if (targets.list[t].type != at || !live_place(targets.list[t])) continue;
            if (link_count == MANY) { open_ = 1; return; }
            links_[link_count].from = nodes_.list[i].at;
            links_[link_count++].to = targets.list[t].at;
        }
    }
}
static int allocated(const void *p, size_t size) { muddle(); return p && valid(p, size); }
static int same_pointer(const void *a, const void *b)
{
    muddle();
    if (dangling(a) || dangling(b)) open_ = 1;
    return a == b;
}
static void *inside(const void *base, const void *address) { return base ? (void *)address : 0; }

/* ---- three-valued logic over the observations ---- */
static int not3(int a) { return a == 2 ? 2 : !a; }
static int and3(int a, int b) { return !a || !b ? 0 : a == 2 || b == 2 ? 2 : 1; }
static int or3(int a, int b) { return not3(and3(not3(a), not3(b))); }
typedef int Formula(int);
static int globally(Formula *f, int i) { int v = 1; for (; i < event_count; i++) v = and3(v, f(i)); return v; }
static int finally_(Formula *f, int i) { int v = 0; for (; i < event_count; i++) v = or3(v, f(i)); return v; }
static int until(Formula *f, Formula *g, int i, int end) { int v = end; for (int k = event_count - 1; k >= i; k--) v = or3(g(k), and3(f(k), v)); return v; }
static int release(Formula *f, Formula *g, int i) { int v = 1; for (int k = event_count - 1; k >= i; k--) v = and3(g(k), or3(f(k), v)); return v; }

/* ---- one program ---- */
typedef struct {
    int number;
    void (*globals)(void);        /* sets globals, and enters them */
    void (*start)(void);          /* builds an input and runs the program */
    int (*temporal)(int);         /* the value of a temporal statement */
    int statements, temporals;
    const unsigned char *kinds;   /* of statements: 1 if temporal */
    const long *constants;
    int constant_count;
    const Type *types;
} Subject;

static int broken[64];            /* by this run; [62] an access, [63] an assertion of the program */
static void violated(int statement) { broken[statement] = 1; }
static void on_signal(int signal) { leave(signal == SIGSEGV || signal == SIGBUS ? BAD_ACCESS : UNDEFINED); }

static int one_run(const Subject *s)
{
    memset(broken, 0, sizeof broken);
    block_count = 0; used = 0; outcome_count = 0; coincidence = 0; ticks = 0; event_count = 0; position = 0; node_count = 0; input_count = 0; why = "signal";
    memset(spare, 0, sizeof spare);
    enter_object(spare, sizeof spare);
    volatile int how = sigsetjmp(out, 1);
    if (how == 0) { s->globals(); s->start(); how = FINISHED; }
    if (how == BAD_ACCESS) broken[62] = 1;
    if (how == ASSERTION) broken[63] = 1;
    if (how == FINISHED)
        for (int i = 0; i < s->statements; i++)
            if (s->kinds[i] && event_count && s->temporal(i) == 0) broken[i] = 1;
    return how;
}

static void run_subject(const Subject *s, int exhaustive, int random_runs)
{
    int done[64] = { 0 }, weak[64] = { 0 }, how_often[8] = { 0 }, complete = 0, runs = 0;
    constants = s->constants; constant_count = s->constant_count; types = s->types;
    printf("S %d\n", s->number);
    seed_ = 88172645463325252ULL + s->number;
    int phase_runs = 0, more = 1, nodes = 0;
    script_length = 0; is_random = 0; most_nodes = 0;
    while (runs < exhaustive + random_runs) {
        fill_mode = 0;
        int how = one_run(s);
        how_often[how]++; runs++; phase_runs++;
        int news = 0;
        for (int i = 0; i < 64; i++) news |= broken[i] && !done[i];
        if (news) {
            int all[64]; memcpy(all, broken, sizeof all);
            int length = script_length, kept[MANY]; memcpy(kept, script, sizeof kept);
            char reason[32]; snprintf(reason, sizeof reason, "%s", why);
            int line = failed_line, first = how;
            for (fill_mode = 1; fill_mode < 3; fill_mode++) {
                script_length = length; memcpy(script, kept, sizeof kept);
                int was = is_random; is_random = 0; one_run(s); is_random = was;
                for (int i = 0; i < 64; i++) { if (all[i] && !broken[i] && !done[i] && !weak[i]) { weak[i] = 1; printf("W %d\n", i); } all[i] &= broken[i]; }
            }
            fill_mode = 0;
            script_length = length; memcpy(script, kept, sizeof kept);
            for (int i = 0; i < 64; i++)
                if (all[i] && !done[i]) {
                    done[i] = 1;
                    printf("V %d %d %s;", i, i == 63 ? line : first, i == 62 ? reason : "");
                    int was = is_random, how2; is_random = 0;
                    /* again, for the input alone */
                    show_inputs = 1; script_length = length; memcpy(script, kept, sizeof kept); how2 = one_run(s); (void)how2; show_inputs = 0; is_random = was;
                    printf("\n");
                    script_length = length; memcpy(script, kept, sizeof kept); position = length;
                }
            position = length;
        }
        if (!is_random) {
            more = advance();
            if (!more) {
                complete = most_nodes;
                if (most_nodes == 4 || runs >= exhaustive) is_random = 1;
                most_nodes++; script_length = 0;
            } else if (runs >= exhaustive) is_random = 1, complete = most_nodes - 1;
        }
        if (is_random) { script_length = 0; nodes = nodes % 8 + 1; most_nodes = nodes; }
    }
    printf("R %d %d %d %d %d %d %d %d\n", runs, complete, how_often[FINISHED], how_often[BLOCKED], how_often[BAD_ACCESS], how_often[UNDEFINED], how_often[ASSERTION], how_often[CUT]);
    fflush(stdout);
}

