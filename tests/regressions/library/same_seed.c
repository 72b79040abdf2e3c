int rand(void);
void srand(unsigned seed);
int t[2];
int main(void) {
    srand(7);
    int a = rand() % 2;
    srand(7);
    int b = rand() % 2;
    return a == b ? 0 : t[5];
}
