static int g = 1;
static int *const q = &g;
void f(void) {
end: ;
}
