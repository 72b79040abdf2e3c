int read_all(int a) {
    asm("nop");
    return a;
}
