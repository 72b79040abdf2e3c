// False: the character is a part of the number that was written.
void f(int *p) {
    if (p == 0 || *(char *)p != 1) return;
    *p = 0;
    if (*(char *)p == 1) return;
L:  ;
}
