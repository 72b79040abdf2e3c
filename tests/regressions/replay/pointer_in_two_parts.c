// a pointer is copied in two parts: no block is lost
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
int main(void)
{
    int *a = malloc(sizeof *a), *b;
    memcpy(&b, &a, 4);
    memcpy((char *)&b + 4, (char *)&a + 4, 4);
    a = 0;
    free(b);
    return 0;
}
