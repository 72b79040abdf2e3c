struct S { int a, b; };
int h(int a) { return a; }
int main(void) { struct S s = { .b = h(1), .a = h(2) }; L: return 0; }
