int main(int argc, char **argv)
{
    int exhaustive = argc > 1 ? atoi(argv[1]) : 1000, random_runs = argc > 2 ? atoi(argv[2]) : 1000;
    static char stack[1 << 16];
    stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
    sigaltstack(&other, 0);
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER };
    int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP };
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, 0);
    setvbuf(stdout, 0, _IOFBF, 1 << 16);
    if (!freopen("/dev/null", "r", stdin)) return 1;
    for (const Subject *const *s = subjects; *s; s++) run_subject(*s, exhaustive, random_runs);
    return 0;
}
