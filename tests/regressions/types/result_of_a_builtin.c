/* What a builtin returns that nobody declares is no 'int': it may be larger. */
void reach_error(void);

int main(void) {
    unsigned long long cycles = __builtin_ia32_rdtsc();
    if (cycles > 5000000000ull && cycles < 6000000000ull) {
        reach_error();
    }
    return 0;
}
