int f(void) {
    int a[2] = { 5, a[0] };
    int b = a[1];
end:
    return b;
}
