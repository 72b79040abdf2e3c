/* C leaves open whether the global is read before the call changes it. */
int total;
int next(void);
int same(void);

int main(void) {
    total = 1;
    int a = total + next();
    total = 1;
    int b = total + same();
out:
    return a + b;
}
