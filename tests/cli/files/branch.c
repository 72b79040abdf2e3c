int main(void)
{
    int i;
    if (i)
        return 1;
    return 0;
}
