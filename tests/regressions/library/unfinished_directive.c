// A format that ends in a percent sign is undefined: no engine knows what is printed, or what comes then.
int printf(const char *, ...);
int main(void) { printf("100%"); return 0; }
