// SAFE
// (malloc is assumed to succeed)
/* Sieve of Eratosthenes with a bit set of n bits. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define BITS 32u

typedef struct {
    unsigned nbits;
    uint32_t *words;
} bitset;

static unsigned bitset_words(unsigned nbits)
{
    return (nbits + BITS - 1) / BITS;
}

static void bitset_create(bitset *s, unsigned nbits)
{
    s->nbits = nbits;
    s->words = calloc(bitset_words(nbits), sizeof(uint32_t));
}

static void bitset_add(bitset *s, unsigned i)
{
    if (i < s->nbits)
        s->words[i / BITS] |= (uint32_t)1 << (i % BITS);
}

static int bitset_has(const bitset *s, unsigned i)
{
    return i < s->nbits && ((s->words[i / BITS] >> (i % BITS)) & 1u);
}

static unsigned bitset_count(const bitset *s)
{
    unsigned n = 0;
    for (unsigned w = 0; w < bitset_words(s->nbits); w++)
        for (uint32_t x = s->words[w]; x != 0; x &= x - 1)
            n++;
    return n;
}

int main(void)
{
    bitset composite;
    int input = __VERIFIER_nondet_int();
    unsigned limit;
    unsigned i, j;

    if (input < 2 || input > 2000) {
        puts("please give a number from 2 to 2000");
        return 1;
    }
    limit = (unsigned)input;
    bitset_create(&composite, limit + 1);
    bitset_add(&composite, 0);
    bitset_add(&composite, 1);
    for (i = 2; i * i <= limit; i++) {
        if (bitset_has(&composite, i))
            continue;
        for (j = i * i; j <= limit; j += i)
            bitset_add(&composite, j);
    }
    for (i = limit; bitset_has(&composite, i); i--)
        ;
    printf("%u primes up to %u, the largest is %u\n",
           limit + 1 - bitset_count(&composite), limit, i);
    free(composite.words);
    return 0;
}
