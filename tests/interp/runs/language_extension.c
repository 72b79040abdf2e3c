// __extension__.
__extension__ typedef struct { __extension__ union { int a; long b; }; } U;
int main(void) { U u = { .a = 3 }; return __extension__ ({ int x = u.a; x + 1; }); }
