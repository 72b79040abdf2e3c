/* A function calls itself: where what is ensured has no value, no run goes on, and no operation of the program overflows. */
int next(int i);

int f(int i) { return i > 2147483645 ? next(i) : f(i + 1); }
