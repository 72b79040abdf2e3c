static int made;
int next(void)
{
    return made++;
}
