/* What is required is asserted at each call: the second has 3. */
int half(int i);

int f(int i) { return i > 0 ? half(f(i - 1) - 1) : 5; }
