// UNSAFE: use-after-free in line 57
/* Direct-mapped page cache with a fixed number of slots. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_SLOTS 8
#define PAGE_SIZE 64

extern int __VERIFIER_nondet_int(void);

struct page {
    unsigned number;
    unsigned char data[PAGE_SIZE];
};

static struct page *cache[CACHE_SLOTS];
static int hits, misses;

static struct page *load_page(unsigned number)
{
    struct page *p = malloc(sizeof *p);
    p->number = number;
    memset(p->data, (int)(number & 0xff), PAGE_SIZE);
    return p;
}

static struct page *get_page(unsigned number)
{
    unsigned slot = number % CACHE_SLOTS;
    if (cache[slot] != NULL && cache[slot]->number == number) {
        hits++;
        return cache[slot];
    }
    misses++;
    free(cache[slot]);
    cache[slot] = load_page(number);
    return cache[slot];
}

static int sum_page(unsigned number)
{
    const struct page *p = get_page(number);
    int sum = 0;
    for (int i = 0; i < PAGE_SIZE; i++)
        sum += p->data[i];
    return sum;
}

/* Number of bytes in which two pages differ. */
static int compare_pages(unsigned x, unsigned y)
{
    const struct page *a = get_page(x);
    const struct page *b = get_page(y);
    int diff = 0;
    for (int i = 0; i < PAGE_SIZE; i++)
        if (a->data[i] != b->data[i])
            diff++;
    return diff;
}

static void flush_cache(void)
{
    for (int i = 0; i < CACHE_SLOTS; i++) {
        free(cache[i]);
        cache[i] = NULL;
    }
}

int main(void)
{
    for (int i = 0; i < 50; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0)
            break;
        int y = __VERIFIER_nondet_int();
        if (y < 0)
            printf("page %d: sum %d\n", x, sum_page((unsigned)x));
        else
            printf("pages %d, %d: %d bytes differ\n", x, y,
                   compare_pages((unsigned)x, (unsigned)y));
    }
    printf("%d hits, %d misses\n", hits, misses);
    flush_cache();
    return 0;
}
