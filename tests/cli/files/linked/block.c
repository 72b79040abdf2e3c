int length(void)
{
    extern int hidden;
    return hidden;
}
