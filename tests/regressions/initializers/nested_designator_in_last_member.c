// Behind a nested designator, a list goes on with the next subobject.
struct s { int b; int arr[3]; };
int main(void) {
    struct s l = { .arr[1] = 4, 5, .b = 3 };
done: return 0;
}
