static int hidden = 3;
int shown(void)
{
    return hidden;
}
