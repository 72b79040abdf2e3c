// Undefined, whatever the text is (C11 7.21.6.2p2): there is no argument for the second conversion.
int sscanf(const char *text, const char *format, ...);
int main(void) {
    int a = 0;
    sscanf("x", "%d %d", &a);
    return a;
}
