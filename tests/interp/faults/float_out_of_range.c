// fault: undefined-behaviour
int main(void) {
    double large = 1e20;
    return (int)large == 0;
}
