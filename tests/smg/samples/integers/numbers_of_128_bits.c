// What 64 bits do not hold is no number that is followed.
// TRUE: reach-error in line 15
// TRUE: reach-error in line 17
// FALSE ALARM: reach-error in line 19: 2^128 - 1 is at least 5
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    __int128 large = __VERIFIER_nondet_int();
    unsigned __int128 most = -1;
    large = large * __VERIFIER_nondet_int() * __VERIFIER_nondet_int() * __VERIFIER_nondet_int();
    long cut = large;
    if (cut != large)
        __VERIFIER_error();
    if (large / 2 > (__int128)1 << 99)
        __VERIFIER_error();
    if (most < 5)
        __VERIFIER_error();
    return 0;
}
