// Definitions of functions as before 1989, implicit int.
int f(a, b, c) int a; char b; double c; { return a + b + (int)c; }
int g() { return 3; }
h(x) { return x; }
main() { return f(1, 'a', 2.7) + g() + h(2); }
