int printf(const char *format, ...);
int main(void) { return printf("%ls") < 0; }
