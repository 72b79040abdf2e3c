// There are as many arguments as is said, and NULL behind them.
// SAFE
int main(int argc, char **argv) {
    int count = 0;
    for (int i = 0; i < argc; i++)
        if (argv[i])
            count++;
    if (argv[argc])
        return 1;
    if (argc >= 1 && argv[argc - 1])
        return 2;
    return count;
}
