// fault: overlapping-copy
struct pair { int a, b; };

int main(void) {
    int a[3] = {1, 2, 3};
    *(struct pair *)(a + 1) = *(struct pair *)a;
    return a[0];
}
