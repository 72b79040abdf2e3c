// fault: invalid-dereference
static int twice(const int number) {
    *(int *)&number *= 2;
    return number;
}
int main(void) { return twice(4); }
