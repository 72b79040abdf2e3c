// A function that only finds gives a pointer to the block, and another one frees it.
void *malloc(unsigned long);
void free(void *);
int *find(int *) __attribute__((pure));
void drop(int *);

int main(void)
{
    int *number = malloc(sizeof *number);
    if (!number)
        return 0;
    *number = 0;
    drop(find(number));
    *number = 1;
    free(number);
    return 0;
}
