int early;
__attribute__((constructor)) static void first(void)
{
    early = 1;
}
