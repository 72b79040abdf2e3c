int main(int argc, char **argv) { int r = __builtin_constant_p(argc); L: return r; }
