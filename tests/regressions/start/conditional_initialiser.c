// constants are chosen in initialisers
static int capacity = 16 > 24 ? 16 : 24;
static int both[] = { 1 && 2, 0 || 0 };
int main(void)
{
end:
    return capacity - 24;
}
