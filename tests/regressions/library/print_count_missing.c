int printf(const char *format, ...);
int main(void) { return printf("abc%n") < 0; }
