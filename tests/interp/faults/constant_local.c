// fault: invalid-dereference
int main(void) {
    const int number = 1;
    *(int *)&number = 2;
    return number;
}
