// Open: what the assembler does with its operand is not known, so that the pointer may lead to it.
int f(void) {
    int x, *q;
    __asm__("lea %1, %0" : "=r"(q) : "m"(x));
    x = 0;
    *q = 1;
L:  return x;
}
