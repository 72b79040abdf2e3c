// Open: what is printed as the text is not known.
int printf(const char *, ...);
void f(int i) {
    printf("%d %s", i);
}
