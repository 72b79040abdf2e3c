// What size an object has for the compiler is up to the compiler, which does not evaluate the operand.
int main(int argc, char **argv) {
    char a[10] = "x";
    struct { char b[3]; char c; } s;
    char *p = argc ? a : argv[0];
    unsigned long of_text = __builtin_object_size("abc", 0), of_array = __builtin_object_size(a, 0);
    unsigned long of_member = __builtin_object_size(s.b, 1), of_pointer = __builtin_object_size(p, 0);
    int i = 0;
    __builtin_object_size(a + i++, 0);
L:
    return 0;
}
