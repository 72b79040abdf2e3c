_Noreturn void die(void);
void f(int x) { if (x == 3) die(); L: ; }
