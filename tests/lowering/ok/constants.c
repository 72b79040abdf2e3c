/* What is const by a typedef has its initialiser as its only store; what a cast writes goes through a pointer. */
typedef const int row[2];
int f(const int number) {
    row pair = {number, 2};
    const int whole = pair[0];
    *(int *)&whole = 3;
    int table[2][2] = {{1, 2}, {3, 4}};
    return whole + table[0][1] + *(table[0] + 1);
}
