/* There need be no argument: argv[1] is NULL then. */
int main(int argc, char **argv) {
    return argv[1][0];
}
