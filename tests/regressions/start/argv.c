int main(int argc, char **argv){ char *s = argv[argc];
L: return 0; }
