// fault: out-of-bounds
int main(void) {
    int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int total = 0;
    for (int i = 0; i < 6; i++) total += table[0][i];
    return total;
}
