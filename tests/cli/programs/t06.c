// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define FANOUT 4

struct trie {
    struct trie *child[FANOUT];
    int terminal;
};

static int slot_of(int symbol)
{
    int s = symbol % FANOUT;
    if (s < 0)
        s += FANOUT;
    return s;
}

static struct trie *trie_new(void)
{
    struct trie *t = malloc(sizeof(struct trie));
    if (!t)
        abort();
    for (int i = 0; i < FANOUT; i++)
        t->child[i] = NULL;
    t->terminal = 0;
    return t;
}

static void trie_add_word(struct trie *t)
{
    int c;
    while ((c = __VERIFIER_nondet_int()) != 0) {
        int s = slot_of(c);
        struct trie *next = t->child[s];
        if (next == NULL) {
            next = trie_new();
            t->child[s] = next;
        }
        t = next;
    }
    t->terminal = 1;
}

static int trie_has_word(const struct trie *t)
{
    int c;
    while (t != NULL && (c = __VERIFIER_nondet_int()) != 0)
        t = t->child[slot_of(c)];
    return t != NULL && t->terminal;
}

static void trie_free(struct trie *t)
{
    for (int i = 0; i < FANOUT; i++)
        if (t->child[i])
            trie_free(t->child[i]);
    free(t);
}

int main(void)
{
    struct trie *dict = trie_new();
    unsigned hits = 0;

    while (__VERIFIER_nondet_int())
        trie_add_word(dict);
    while (__VERIFIER_nondet_int())
        if (trie_has_word(dict))
            hits++;
    trie_free(dict);
    return hits > 3;
}
