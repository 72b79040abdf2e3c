/* series.c - statistics and rearrangement of plain number arrays */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BINS 10

static void reverse(int *values, size_t from, size_t to)
{
    while (from < to && from < to - 1) {
        int swap = values[from];

        values[from++] = values[--to];
        values[to] = swap;
    }
}

long long series_sum(const int *values, size_t n)
{
    long long total = 0;

    for (size_t i = 0; i < n; i++)
        total += values[i];
    return total;
}

/* The smallest value of a series that is not empty. */
int series_min(const int *values, size_t n)
{
    int smallest = values[0];

    for (size_t i = 1; i < n; i++) {
        if (values[i] < smallest)
            smallest = values[i];
    }
    return smallest;
}

/* Stores the largest value; an empty series has none. */
bool series_max(const int *values, size_t n, int *largest)
{
    if (n == 0)
        return false;
    *largest = values[0];
    while (--n > 0) {
        if (values[n] > *largest)
            *largest = values[n];
    }
    return true;
}

double series_mean(const double *values, size_t n)
{
    double total = 0.0;

    if (n == 0)
        return 0.0;
    for (size_t i = 0; i < n; i++)
        total += values[i];
    return total / (double)n;
}

double series_variance(const double *values, size_t n)
{
    double mean = series_mean(values, n);
    double total = 0.0;

    if (n < 2)
        return 0.0;
    for (const double *p = values; p != values + n; p++)
        total += (*p - mean) * (*p - mean);
    return total / (double)(n - 1);
}

/* Counts the values of [low, high) in ten bins of the same width. */
size_t series_histogram(const int *values, size_t n, int low, int high,
                        unsigned counts[BINS])
{
    size_t used = 0;

    memset(counts, 0, BINS * sizeof counts[0]);
    for (size_t i = 0; i < n; i++) {
        if (values[i] >= low && values[i] < high) {
            long long offset = (long long)values[i] - low;
            long long width = (long long)high - low;

            counts[offset * BINS / width]++;
            used++;
        }
    }
    return used;
}

bool series_is_sorted(const int *values, size_t n)
{
    for (size_t i = 0; i < n - 1; i++) {
        if (values[i] > values[i + 1])
            return false;
    }
    return true;
}

/* Position of key in an ascending series, or -1. */
ptrdiff_t series_find(const int *values, size_t n, int key)
{
    size_t low = 0;
    size_t high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (values[middle] == key)
            return (ptrdiff_t)middle;
        if (values[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

void series_sort(int *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int value = values[i];
        size_t j = i;

        for (; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

/* Moves every value k places to the left, around the start. */
void series_rotate(int *values, size_t n, size_t k)
{
    if (n == 0)
        return;
    k %= n;
    reverse(values, 0, k);
    reverse(values, k, n);
    reverse(values, 0, n);
}

/* Keeps the first of equal neighbours and returns how many are left. */
size_t series_unique(int *values, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || values[kept - 1] != values[i])
            values[kept++] = values[i];
    }
    return kept;
}
