// fault: use-after-scope
static int *made(int n) {
    int *block = __builtin_alloca(n * sizeof *block);
    block[0] = 1;
    return block;
}
int main(int argc, char **argv) { return *made(argc); }
