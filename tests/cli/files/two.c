int first(int a) { return a; }
int second(int a) { return a; }
