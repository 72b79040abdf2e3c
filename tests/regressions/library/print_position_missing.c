int printf(const char *format, ...);
int main(void) { return printf("%2$s") < 0; }
