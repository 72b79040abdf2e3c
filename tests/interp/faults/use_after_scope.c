// fault: use-after-scope
int main(void) {
    int *p;
    {
        int i = 3;
        p = &i;
    }
    return *p;
}
