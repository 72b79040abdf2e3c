int scanf(const char *format, ...);
int main(void) {
    char *p = 0;
    return scanf("%ms", &p) != 1;
}
