// fault: invalid-dereference
static const int numbers[] = {1, 2, 3};
int main(void) {
    int *p = (int *)numbers;
    p[1] = 5;
    return numbers[1];
}
