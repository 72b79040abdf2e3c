// fault: undefined-behaviour
int main(void) {
    int i = 2147483600;
    while (i > 0) i += 10;
    return 0;
}
