/* Unknown, as it depends on the function: the test of `room[place]` itself has the error, whatever its outcome. */
void parse(const char *text, int *number);
int main(void) {
    int room[4] = {0, 0, 0, 0};
    int place;
    parse("2", &place);
    if (room[place] != 0) {
        return 1;
    }
    return 0;
}
