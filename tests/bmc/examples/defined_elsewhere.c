// Objects that another file defines hold anything at the start, and then what the program writes.
// EXPECTED: violated assertion in line 20
// EXPECTED -DKEPT: verified
// EXPECTED -DPOINTER: unknown, line 24: not followed: a variable that has no storage here
// EXPECTED -DUNREAD: violated assertion in line 26
#include <assert.h>

extern int flag, table[3];
extern const int limit;
extern double ratio;
extern volatile unsigned char port;
extern int *place;
extern struct { int number; char *text; } pair;

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int before = limit, input = __VERIFIER_nondet_int();
#if !defined(KEPT) && !defined(POINTER) && !defined(UNREAD)
    if (flag == 3 && port == 200 && table[1] > table[2]) assert(flag < limit || ratio < 2 || table[2] != 7);
#endif
    flag = 5;
#if defined(POINTER)
    if (input == 1) *place = 1;
#elif defined(UNREAD)
    if (input < 9) assert(input != 2 || flag != 5);
    if (pair.number == input) return 1;
#endif
    assert(limit == before && flag == 5);
    return 0;
}
