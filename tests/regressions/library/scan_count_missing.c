int scanf(const char *format, ...);
int main(void) {
    int a = 0;
    return scanf("%d%n", &a) == 1 ? a : 0;
}
