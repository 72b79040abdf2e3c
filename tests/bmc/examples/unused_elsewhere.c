// A header declares a variable of another file, which nothing here uses: a call of a function without a body changes
// nothing that the program sees. The run of the error makes no choice for it.
// EXPECTED: violated invalid-dereference in line 10
extern int position;
extern int is_there(const char *name);

int main(void) {
    int *none = 0;
    if (is_there("name")) return 0;
    return *none;
}
