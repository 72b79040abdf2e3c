// A copy of a number that was never written is the same number: no run has two.
// EXPECTED --uninitialized-is-any: unknown, no concrete run confirms the error at line 10 [invalid-dereference]: another error comes first, at line 9: branch on an uninitialized value [uninitialized]
// EXPECTED : unknown, line 9: branch on an uninitialized value; a run ends there (--check undefined-behaviour reports it)
void *memcpy(void *target, const void *source, unsigned long size);

int main(void) {
    unsigned char first[2], second[2];
    memcpy(second, first, sizeof first);
    if (first[1] != second[1]) {
        *(int *)0 = 1;
    }
    return 0;
}
