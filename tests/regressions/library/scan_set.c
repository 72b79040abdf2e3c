int scanf(const char *format, ...);
int main(void) {
    char a[4];
    int b = 0;
    return scanf("%3[^]%d]%d", a, &b) == 2 ? b : 0;
}
