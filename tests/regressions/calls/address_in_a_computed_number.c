// The number in the call is the address of the block.
void *malloc(unsigned long);
void free(void *);
void keep(int, unsigned long);

int main(void)
{
    char *block = malloc(4);
    if (!block)
        return 0;
    block[0] = 0;
    keep(1, (unsigned long)block + 0);
    block[0] = 1;
    free(block);
    return 0;
}
