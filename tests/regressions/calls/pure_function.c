/* The attribute says that the function changes no memory, not even a variable that other files know. */
__attribute__((pure)) int hash(const char *text);
int place;
int main(void) {
    int room[4] = {0, 0, 0, 0};
    place = 3;
    int number = hash("text");
    return number == 0 ? room[place] : 0;
}
