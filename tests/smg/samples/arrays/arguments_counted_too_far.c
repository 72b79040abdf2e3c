// Behind the NULL that the arguments end with there is nothing.
// TRUE: out-of-bounds in line 8
int main(int argc, char **argv) {
    int count = 0;
    for (int i = 0; i < argc; i++)
        if (argv[i])
            count++;
    if (argv[argc + 1])
        return 1;
    if (argc >= 1 && argv[argc - 1])
        return 2;
    return count;
}
