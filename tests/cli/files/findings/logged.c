#include <stdlib.h>

void log_message(const char *text);

int main(void)
{
    int *number = malloc(sizeof *number);
    if (!number)
        return 1;
    log_message("it was allocated");
    free(number);
    free(number);
    return 0;
}
