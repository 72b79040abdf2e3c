// fault: invalid-dereference
typedef const int row[3];
typedef row rows[2];
static rows table = {{1, 2, 3}, {4, 5, 6}};
int main(void) {
    *(int *)&table[0] = 7;
    return table[0][0];
}
