void reach_error(void);
int a, b, c;
int main(void) {
    unsigned long x = (unsigned long)&a, y = (unsigned long)&b, z = (unsigned long)&c;
    if (x < y && y < z && z < x) reach_error();
    return 0;
}
