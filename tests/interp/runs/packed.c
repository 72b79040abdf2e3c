// Packed structs overlaid by a union: where the members lie can be seen.
#include <stdint.h>
#include <stdio.h>

#pragma pack(push)
#pragma pack(1)
struct packed { uint16_t f0; int32_t f1; uint32_t f2; };
#pragma pack(pop)

struct plain { uint16_t f0; int32_t f1; };

union overlay { struct packed parts; int64_t whole; };

static const union overlay global = {{65533, -8, 7}};

int main(void) {
    printf("%llx %zu %zu\n", (unsigned long long)global.whole, sizeof(struct packed), sizeof(struct plain));
    union overlay local = global;
    local.parts.f1 = 0x12345678;
    printf("%llx %x\n", (unsigned long long)local.whole, local.parts.f2);
    return 0;
}
