// Pointers to functions, tables of them, and functions that return them.
typedef int (*op)(int, int); static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; }
static op table[] = { add, &sub, [3] = add }; static op pick(int i) { return table[i]; }
int (*(*ff)(int))(int, int) = pick;
int main(void) { return (*pick(0))(3, 4) + pick(1)(9, 4) + (**ff)(3)(1, 1) + (ff == pick); }
