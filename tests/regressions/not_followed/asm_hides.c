// empty assembly leaves the pointer as it is
void *malloc(unsigned long);
void free(void *);
int main(void)
{
    int *p = malloc(sizeof *p);
    __asm__ volatile("" : "+r"(p));
    if (p)
        *p = 1;
    free(p);
    return 0;
}
