int main(void) {
    asm("nop");
    return 0;
}
