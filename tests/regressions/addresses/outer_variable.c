void reach_error(void);
unsigned long f(void) {
    char c;
    return (unsigned long)&c;
}
int main(void) {
    char d;
    if (f() == (unsigned long)&d) reach_error();
    return 0;
}
