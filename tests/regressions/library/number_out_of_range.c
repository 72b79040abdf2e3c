int *__errno_location(void);
long strtol(const char *, char **, int);
int a[3];
int main(void) {
    long x = strtol("99999999999999999999", 0, 10);
    a[*__errno_location() == 34 ? 1 : 5] = 1;
    return 0;
}
