// A matrix as an array of rows: a number outside of the array tells how long each row is.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    int columns = __VERIFIER_nondet_int();
    if (rows < 1 || rows > 16 || columns < 1 || columns > 16)
        return 0;
    int **matrix = malloc(rows * sizeof(int *));
    for (int i = 0; i < rows; i++)
        matrix[i] = malloc(columns * sizeof(int));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            matrix[i][j] = i;
    for (int i = 0; i < rows; i++)
        free(matrix[i]);
    free(matrix);
    return 0;
}
