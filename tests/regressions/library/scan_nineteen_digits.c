/* Nineteen digits may be more than a signed number of 64 bits holds, and less than an unsigned one. */
int scanf(const char *format, ...);
int main(void) {
    long number = 0;
    int room[1];
    if (scanf("%19ld", &number) == 1 && number < -999999999999999999) {
        room[1] = 0;
    }
    return 0;
}
