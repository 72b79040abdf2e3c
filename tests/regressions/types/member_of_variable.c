// False: a pointer to the member of a variable leads into the variable.
struct pair { int a, b; };
void f(int i) {
    struct pair s;
    int *p = &s.a;
    s.a = 1;
    *p = 2;
L:  ;
}
