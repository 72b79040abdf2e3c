/* An array of structs with more than 1,024 'const' members: what is not one of them may be written. */
void reach_error(void);

struct item {
    const int kept;
    int free;
};

struct item all[40][30] = { [39][29] = { 7, 1 } };

int main(void) {
    all[39][29].free = 2;
    if (all[39][29].kept != 7 || all[39][29].free != 2) {
        reach_error();
    }
    return 0;
}
