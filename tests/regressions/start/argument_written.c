/* Open: the shape analysis follows no write to an argument. */
int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] != 0) {
        argv[1][0] = 'a';
        argv[1][1] = 'b';
    }
    return 0;
}
