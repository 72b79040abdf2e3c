/* Input may end where a format stores nothing, too. */
int scanf(const char *format, ...);
int main(void) {
    int *p = 0;
    if (scanf(" ") == -1) return *p;
    return 0;
}
