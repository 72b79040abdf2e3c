long a[4];
int main(void) {
    a[1UL << 61] = 1;
    return 0;
}
