int size(void)
{
    return is_empty(0) + push(0, 1);
}
