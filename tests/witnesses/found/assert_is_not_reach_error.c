#include <assert.h>
int main(void) {
 int z = 40;
 assert(z == 1);
 return 0;
}
