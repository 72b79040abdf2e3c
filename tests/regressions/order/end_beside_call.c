// `_exit` ends the program as `exit` does. C leaves open which call comes first, and `g` reads NULL.
void _exit(int);
int n;
int f(void) { _exit(0); return 1; }
int g(int *p) { return *p; }
int main(void) {
    n = f() + g(0);
    return 0;
}
