// What three calls do in another order than that of the interpreter is not followed.
// EXPECTED: unknown, line 9: not followed: the order of evaluation is open
// EXPECTED -DONE: verified
static int state;
static int one(void) { return state = state * 2 + 1; }
static int two(void) { return state = state * 3; }
static int three(void) { return state = state + 5; }
#ifndef ONE
int main(void) { return one() + two() * three() > 100; }
#else
int main(void) { int all = one(); all += two(); all += three(); return all > 100; }
#endif
