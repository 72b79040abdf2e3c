// fault: invalid-dereference
typedef const struct pair { int left, right; } fixed;
static void set(int *place) { *place = 3; }
int main(void) {
    for (int i = 0; i < 2; i++) {
        fixed both = {i, 2};
        if (i == 1) set((int *)&both.right);
    }
    return 0;
}
