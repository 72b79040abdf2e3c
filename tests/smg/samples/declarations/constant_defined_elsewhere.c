// A constant that another file defines is written to: whether that is an error, that file tells.
// SAFE
void *malloc(unsigned long);
void free(void *);
extern int *const place;
int main(void)
{
    *(int **)&place = malloc(sizeof(int));
    free((void *)place);
    return 0;
}
