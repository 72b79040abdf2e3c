/* A string may be written up to its end. */
int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] != 0) {
        argv[1][0] = 'a';
        argv[1][1] = 'b';
    }
    return 0;
}
