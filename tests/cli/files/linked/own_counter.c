static int made;
static int step(void)
{
    return made++;
}
int next(void)
{
    return step();
}
