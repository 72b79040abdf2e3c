// UNSAFE: use-after-free in line 33
/* Registers that share reference-counted blobs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define NREGS 4

struct blob {
    unsigned refs;
    size_t size;
    unsigned char bytes[];
};

static struct blob *regs[NREGS];

static struct blob *blob_new(size_t size, unsigned char fill)
{
    struct blob *b = malloc(sizeof *b + size);
    if (!b)
        return NULL;
    b->refs = 1;
    b->size = size;
    memset(b->bytes, fill, size);
    return b;
}

static void blob_retain(struct blob *b)
{
    if (b)
        b->refs++;
}

static void blob_release(struct blob *b)
{
    if (b && --b->refs == 0)
        free(b);
}

static void reg_copy(int dst, int src)
{
    blob_release(regs[dst]);
    regs[dst] = regs[src];
    blob_retain(regs[dst]);
}

static int reg_index(void)
{
    int i = __VERIFIER_nondet_int();
    return i < 0 ? 0 : i % NREGS;
}

int main(void)
{
    for (int step = 0; step < 32; step++) {
        int op = __VERIFIER_nondet_int();
        int r;

        if (op < 0)
            break;
        r = reg_index();
        switch (op % 3) {
        case 0:
            blob_release(regs[r]);
            regs[r] = blob_new((size_t)step + 1, (unsigned char)step);
            break;
        case 1:
            reg_copy(r, reg_index());
            break;
        case 2:
            blob_release(regs[r]);
            regs[r] = NULL;
            break;
        }
    }

    for (int i = 0; i < NREGS; i++) {
        if (regs[i])
            printf("r%d: %zu bytes of %d, %u refs\n", i, regs[i]->size,
                   regs[i]->bytes[0], regs[i]->refs);
        blob_release(regs[i]);
        regs[i] = NULL;
    }
    return 0;
}
