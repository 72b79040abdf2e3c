/* Unknown, as it depends on the function. `%n` stores through its argument: the number need not be 0 behind the call. */
void log_message(const char *format, ...);
int main(void) {
    int room[4] = {0, 0, 0, 0};
    int number = 0;
    log_message("%d%n", 1, &number);
    return room[number & 7];
}
