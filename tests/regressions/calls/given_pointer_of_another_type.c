// A handle is no number: what the first function got has another type.
struct handle { int *part; };
int open_handle(const char *name, struct handle **result);
void use(struct handle *);
static int values[4];

int main(void)
{
    struct handle *handle = 0;
    char name[3] = "ab";
    if (open_handle(name, &handle) != 0 || !handle)
        return 0;
    use(handle);
    values[name[0] == 'a'] = 1;
    return 0;
}
