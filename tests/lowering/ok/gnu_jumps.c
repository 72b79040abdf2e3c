// Labels as values and computed gotos are not followed, and said so; the size of a variable array is kept.
int f(int n)
{
    void *where = &&first;
    goto *where;
first:
    return 1;
}

int g(int n)
{
    int a[n];
    return sizeof a / sizeof a[0];
}
