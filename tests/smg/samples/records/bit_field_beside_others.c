// Bit-fields share a byte; one that was never written is unknown, though others in the byte were.
// TRUE: uninitialized in line 14
int __VERIFIER_nondet_int(void);

struct flags {
    unsigned kind : 4, mark : 4;
};

int main(void) {
    struct flags flags;
    flags.kind = __VERIFIER_nondet_int();
    if (flags.kind == 1)
        return 0;
    if (flags.mark)
        return 1;
    return 0;
}
