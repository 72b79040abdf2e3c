// fault: undefined-behaviour
int main(void) {
    unsigned x = 1;
    int count = 32;
    return (x << count) == 0;
}
