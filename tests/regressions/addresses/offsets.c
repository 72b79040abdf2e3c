void reach_error(void);
int a[4], b[4];
int main(void) {
    unsigned long x = (unsigned long)a, y = (unsigned long)b;
    if (x < y && (unsigned long)(a + 2) > (unsigned long)(b + 1)) reach_error();
    return 0;
}
