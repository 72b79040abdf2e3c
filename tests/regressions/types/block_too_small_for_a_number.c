// 8 bytes are written to a block of 4
void *malloc(unsigned long);
void free(void *);
int f(int v)
{
    if (v * v != 603729)
        return 0;
    long *p = malloc(sizeof(int));
    if (p)
        *p = 1;
end:
    return 0;
}
