#include "flag.h"
int main(void) {
    return STATUS;
}
