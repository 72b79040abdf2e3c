int main(int argc, char **argv) { char *s = 0; if (argc > 0) s = argv[0]; L: return 0; }
