int main(void)
{
    int b;
    __asm__ volatile("movl %1, %0" : "=r"(b) : "r"(5));
end:
    return 0;
}
