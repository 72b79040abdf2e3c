// The arguments of the program: any number of strings, with NULL behind them. A program that looks at the first few is followed
// for all of them; what is not written down is a cut where it is read, and not before.
// EXPECTED --unwind 4: violated assertion in line 58
// EXPECTED --unwind 4 -DTEXT: violated assertion in line 23
// EXPECTED -DEND: verified
// EXPECTED -DEND -m32: verified
// EXPECTED -DEACH -m32: unknown, line 32: not followed: more than 8 arguments of the program
// EXPECTED -DBEHIND: violated out-of-bounds in line 34
// EXPECTED -DBEHIND -m32: violated out-of-bounds in line 34
// EXPECTED -DWRITTEN: verified
// EXPECTED -DKEPT: verified
// EXPECTED -DNUMBER: verified
// EXPECTED -DMANY: unknown, line 48: not followed: more than 8 arguments of the program
// EXPECTED -DLONG: unknown, line 51: not followed: an argument of the program of more than 32 bytes
// EXPECTED -DLENGTH: unknown, line 54: not followed: an argument of the program of more than 32 bytes
// EXPECTED -DFAR: violated out-of-bounds in line 56
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
#if defined(TEXT)
    if (argc > 2 && argv[2][0] == '-' && argv[2][1] == '\xff' && argv[2][2] == 'z') assert(argv[1][0]);
#elif defined(END)
    assert(argc > 8 || !argv[argc]);
    if (argc > 1) {
        int at = 0;
        while (at < 3 && argv[1][at]) at++;
        assert(argv[0] && (argv[1][at] == 0 || at == 3));
    }
#elif defined(EACH)
    assert(!argv[argc]);
#elif defined(BEHIND)
    argv[argc + 1] = argv[argc];
#elif defined(WRITTEN)
    argv[0] = argc > 1 ? argv[1] : "none";
    if (argc > 1) {
        argv[1][0] = 'x';
        assert(argv[0][0] == 'x');
    }
#elif defined(KEPT)
    if (argc > 3) argv[3] = malloc(8);
#elif defined(NUMBER)
    assert(argc <= 100 || argv != NULL);
#elif defined(MANY)
    int number = 0;
    if (argc > 8)
        for (int at = 0; at < 9; at++) number += argv[at] != NULL;
#elif defined(LONG)
    int number = 0;
    for (int at = 0; argc > 1 && argv[1][at]; at++) number++;
    assert(number >= 0);
#elif defined(LENGTH)
    assert(argc < 2 || strlen(argv[1]) < 1000);
#elif defined(FAR)
    if (argc == 2) argv[1][200] = 0;
#else
    if (argc == 3 && strlen(argv[1]) == 3 && argv[1][2] == 'x') assert(0);
#endif
    return 0;
}
