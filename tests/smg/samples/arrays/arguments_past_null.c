// Behind the NULL that a walk has passed there is nothing.
// TRUE: out-of-bounds in line 6
int main(int argc, char **argv) {
    while (*argv++)
        ;
    return *argv != 0;
}
