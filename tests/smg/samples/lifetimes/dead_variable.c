// A pointer to a variable outlives it.
int main(void)
{
    int *at;
    {
        int inner = 1;
        at = &inner;
    }
    return *at;
}
