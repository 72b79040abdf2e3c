// Input may end where a format stores nothing, too.
// SAFE
// FALSE ALARM: invalid-dereference in line 7: the GNU library returns 0
int scanf(const char *format, ...);
int main(void) {
    int *p = 0;
    if (scanf(" ") == -1) return *p;
    return 0;
}
