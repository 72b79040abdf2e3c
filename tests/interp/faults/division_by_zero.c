// fault: undefined-behaviour
int main(void) {
    int a = 3;
    for (int i = 2; i > -2; i--) a = 10 / i;
    return a;
}
