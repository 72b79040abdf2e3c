int main(void) {
    int i = 0, *p;
    __asm__("lea %1, %0" : "=r"(p) : "m"(i));
    *p = 1;
L:  return i;
}
