// A variable that was never written is some value, always the same.
// TRUE: uninitialized in line 9
void reach_error(void);

int main(void)
{
    int u;
    int *none = 0;
    if (u != 10)
        return 0;
    if (u != 10)
        return *none;
    return 0;
}
