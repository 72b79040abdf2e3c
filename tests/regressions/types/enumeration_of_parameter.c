// Types that a parameter list declares are read once.
void subject(const enum { X, Y } e) {
    int is_one = e == Y;
L:
    ;
}
