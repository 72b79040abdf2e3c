/* bitset.c - small sets of numbers 0 .. nbits - 1, eight in a byte */

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct bitset {
    unsigned char *bits;
    size_t nbits;
};

static unsigned char mask_of(size_t bit)
{
    return (unsigned char)(1u << (bit % 8));
}

/* Number of bytes that hold nbits bits. */
size_t bitset_bytes(size_t nbits)
{
    return nbits / 8 + (nbits % 8 != 0);
}

bool bitset_init(struct bitset *set, size_t nbits)
{
    size_t bytes = bitset_bytes(nbits);

    set->bits = calloc(bytes > 0 ? bytes : 1, 1);
    set->nbits = set->bits != NULL ? nbits : 0;
    return set->bits != NULL;
}

void bitset_free(struct bitset *set)
{
    free(set->bits);
    set->bits = NULL;
    set->nbits = 0;
}

/* Adds a member; numbers that the set cannot hold are refused. */
bool bitset_add(struct bitset *set, size_t bit)
{
    if (bit >= set->nbits)
        return false;
    set->bits[bit / 8] |= mask_of(bit);
    return true;
}

/* Inverts one bit of a plain byte array. */
void bitset_flip(unsigned char *bits, size_t bit)
{
    bits[bit / 8] ^= mask_of(bit);
}

bool bitset_has(const struct bitset *set, size_t bit)
{
    return bit < set->nbits && (set->bits[bit / 8] & mask_of(bit)) != 0;
}

size_t bitset_count(const struct bitset *set)
{
    size_t count = 0;

    for (size_t i = 0; i < set->nbits; i++)
        count += (set->bits[i / 8] & mask_of(i)) != 0;
    return count;
}

/* The first member that is not below from, or nbits. */
size_t bitset_next(const struct bitset *set, size_t from)
{
    size_t bit = from;

    while (bit < set->nbits) {
        if (bit % 8 == 0 && set->bits[bit / 8] == 0)
            bit += 8;
        else if (set->bits[bit / 8] & mask_of(bit))
            return bit;
        else
            bit++;
    }
    return set->nbits;
}

/* Adds all members of other, as far as the set can hold them. */
void bitset_merge(struct bitset *set, const struct bitset *other)
{
    size_t shared = set->nbits < other->nbits ? set->nbits : other->nbits;
    size_t whole = shared / 8;

    for (size_t i = 0; i < whole; i++)
        set->bits[i] |= other->bits[i];
    for (size_t bit = whole * 8; bit < shared; bit++) {
        if (bitset_has(other, bit))
            set->bits[whole] |= mask_of(bit);
    }
}

/* Sets the members from text such as "01101"; the rest becomes empty. */
bool bitset_parse(struct bitset *set, const char *text)
{
    memset(set->bits, 0, bitset_bytes(set->nbits));
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (i >= set->nbits || (text[i] != '0' && text[i] != '1'))
            return false;
        if (text[i] == '1')
            set->bits[i / 8] |= mask_of(i);
    }
    return true;
}

/* The opposite of bitset_parse(); out needs room for nbits characters and
 * the terminator, otherwise nothing is written. */
bool bitset_print(const struct bitset *set, char *out, size_t size)
{
    if (size <= set->nbits)
        return false;
    for (size_t i = 0; i < set->nbits; i++)
        *out++ = bitset_has(set, i) ? '1' : '0';
    *out = '\0';
    return true;
}
