// A type that is named by typeof is constant where the variable is.
// TRUE: invalid-dereference in line 8
static const int first = 1;
static __typeof__(first) second = 2;

int main(void)
{
    *(int *)&second = 3;
    return 0;
}
