// A pointer to a variable outlives it.
// TRUE: use-after-scope in line 10
int main(void)
{
    int *at;
    {
        int inner = 1;
        at = &inner;
    }
    return *at;
}
