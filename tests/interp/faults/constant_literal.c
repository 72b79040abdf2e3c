// fault: invalid-dereference
int main(void) {
    const int *numbers = (const int[]){1, 2, 3};
    ((int *)numbers)[1] = 5;
    return numbers[1];
}
