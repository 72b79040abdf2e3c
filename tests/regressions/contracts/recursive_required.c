/* What is required is asserted at each call; no run goes on where it is false. */
int half(int i);

int f(int i) { return i > 0 ? half(f(i - 1) - 1) : 5; }
