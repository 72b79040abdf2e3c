/* What a run is that fails; a condition is told in one line, without the markers in it. */
void reach_error(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
int both(int a, int b)
{
    assert(a ==
# 30 "failures.c" 3
           (0
# 7 "failures.c"
           ) || b);
    if (a > 3) reach_error();
    if (b > 3) __VERIFIER_error();
    return a;
}
