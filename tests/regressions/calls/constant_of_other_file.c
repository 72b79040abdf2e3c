/* Nobody changes a `const` object of another file. */
extern const int limit;
void use(void);
int main(void) {
    int room[4] = {0, 0, 0, 0};
    if (limit < 0 || limit >= 4) {
        return 1;
    }
    use();
    return room[limit];
}
