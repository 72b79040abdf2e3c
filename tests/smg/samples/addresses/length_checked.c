// As length_check_leads_back, but what is compared is how many bytes are left.
// SAFE
#include <stddef.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char buffer[16], *text = buffer + 4;
    size_t length = (size_t)(long)__VERIFIER_nondet_int();
    if (length <= (size_t)(buffer + sizeof buffer - text))
        memset(text, 1, length);
    return 0;
}
