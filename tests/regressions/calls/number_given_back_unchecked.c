/* Unknown, as it depends on the function. As number_given_back, without the test of the number. */
int parse(const char *text, int *number);
int main(void) {
    int room[4] = {0, 0, 0, 0};
    int place = 0;
    if (parse("2", &place) != 0) {
        return 1;
    }
    return room[place & 7];
}
