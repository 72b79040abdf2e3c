extern int early;
__attribute__((constructor)) static void second(void)
{
    early = 2;
}
