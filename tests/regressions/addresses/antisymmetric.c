void reach_error(void);
int a, b;
int main(void) {
    unsigned long x = (unsigned long)&a, y = (unsigned long)&b;
    if (x < y && y < x) reach_error();
    return 0;
}
