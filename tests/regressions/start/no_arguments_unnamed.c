/* C lets a program be called without even its name. */
int main(int argc, char **argv) { L: return 0; }
