// A function that is weak and not defined may be NULL, which is not followed; another name of an object is that object.
// TRUE: invalid-dereference in line 12
extern void hook(void) __attribute__((weak));
int number;
extern int alias __attribute__((alias("number")));

int main(void)
{
    number = 1;
    alias = 2;
    if (!hook && number == 2)
        *(int *)0 = 1;
    return 0;
}
