// False: the first element from a variable on is the variable.
void f(int i) {
    int s = 3;
    (&s)[i] = 7;
L:  ;
}
