int first(int *p) {
    return *p;
}
