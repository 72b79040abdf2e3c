// fault: unsupported
static int down(int n) { return down(n) + 1; }

int main(void) {
    return down(3);
}
