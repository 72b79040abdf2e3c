/* A builtin that nobody declares stands where nothing converts its result. */
void reach_error(void);

int main(void) {
    int chosen = __builtin_ia32_rdtsc() ? (int)__builtin_ia32_rdtsc() : 1;
    chosen += chosen > 7 ? __builtin_ia32_rdtsc() : 2;
    switch (__builtin_ia32_rdtsc()) {
    case 1:
        chosen = 3;
        break;
    default:
        break;
    }
    if (!__builtin_ia32_rdtsc() && chosen == 5) {
        reach_error();
    }
    return 0;
}
