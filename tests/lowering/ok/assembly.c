// What assembly code writes is unknown afterwards; code that may do more is not followed.
int f(int a, int *p)
{
    int b, c;
    asm("mov %1, %0" : "=r"(b) : "r"(a + 1));
    __asm__ __volatile__("xchg %0, %1" : "+m"(*p), "+r"(a) : : "cc");
    asm volatile("" : : : "memory");
    asm("bsf %1, %0" : "=r"(c) : "rm"(b) : "memory");
    asm("hlt");
    asm goto("jmp %l0" : : : : out);
    return b + c;
out:
    return a;
}
