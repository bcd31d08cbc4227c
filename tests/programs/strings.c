/* SPDX-License-Identifier: MIT */
/* Strings in loops: literals, arrays of characters, functions of <string.h> and <ctype.h>.
 * flags: -O1 -std=gnu17
 * device: 10
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000, WIDTH = 12 };

static char words[N][WIDTH];
static const char bases[] = "ACGT";
static const char kinds[4][6] = {"one", "two", "three", "four"};
static int code[N];

static int weight(char c)
{
    static const char vowels[] = "aeiou";
    const char *consonants = "bcdfg\t\"\\\x41\101"
                             "hjkl";
    return strchr(vowels, c) != NULL ? 2 : strspn(consonants, "\tbcA") + (c == '\n');
}

static int is_name(const char *s)
{
    return strcmp(s, "alpha") == 0 || strncmp(s, "be", 2) == 0 || !memcmp(s, "gamma", 5);
}

int main(void)
{
    static const char *const from[] = {"alpha", "beta", "gamma", "del ta", "Epsilon", "z9", ""};
    long s = 0;
    char *heap = malloc(N * WIDTH), tail[WIDTH] = "tail";
    for (int i = 0; i < N; i++) {
        strcpy(words[i], from[i * 31 % 7]);
        strcpy(heap + i * WIDTH, from[i * 17 % 7]);
        code[i] = i * 7 % 11;
    }
    /* subscripts of literals; a pointer to one; arrays that one initialises */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        const char *t = code[i] & 1 ? "odd number" : "even \xe9 number";
        char local[8] = "abc", full[3] = "xyz";
        char rows[2][4] = {"pq", "r"};
        local[code[i] % 3] = 'd';
        s += "ACGT"[code[i] & 3] + bases[code[i] & 3] + t[code[i] % 10] + local[code[i] % 8];
        s += full[code[i] % 3] + rows[code[i] & 1][code[i] % 3] + kinds[code[i] & 3][code[i] & 1];
        s += (int)sizeof "four" + *"x";
    }
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += "one statement"[code[i]];
    /* words of an array, and behind a pointer */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        if (strcmp(words[i], "alpha") == 0 || strcmp("beta", words[i]) > 0)
            s += i + (long)strlen(words[i]);
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        const char *w = heap + i * WIDTH;
        s += is_name(w) * 3 + is_name(words[i]) + (int)strlen(w) + (strcmp(w, words[i]) < 0);
        s += (int)strnlen(w, 3) + (int)strcspn(w, "lt ") + weight(*w);
    }
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += memcmp(words[i], "gamma", 5) == 0 && strncmp(words[i], tail, 0) == 0;
    printf("%ld\n", s);
    /* places in a literal */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        const char *set = "zyxwvutsrqponmlkjihgfedcba", *at = strchr(set, words[i][0]);
        s += at ? at - set : -1;
    }
    printf("%ld\n", s);
    /* kinds of characters */
    const unsigned char *text = (const unsigned char *)heap;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N * WIDTH; i++)
        s += (isdigit(text[i]) != 0) + 2 * (isalpha(text[i]) != 0) + 4 * (isspace(text[i]) != 0) +
             8 * (isupper(text[i]) != 0) + (ispunct((unsigned char)words[i / WIDTH][0]) == 0);
    printf("%ld\n", s);
    /* what a loop writes */
#pragma tcr loop
    for (int i = 0; i < N; i++) {
        words[i][0] = "0123456789abcdef"[i & 15];
        words[i][1] = (char)(isalpha((unsigned char)words[i][1]) ? words[i][1] ^ 32 : '-');
        words[i][2] = 0;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += (long)strlen(words[i]) * words[i][1] + (strcmp(words[i], "7-") == 0);
    /* a header that asks for a length */
    const char *line = "a line";
#pragma tcr reduce(+ : s)
    for (size_t i = 0; i < strlen(line); i++)
        s += line[i];
    printf("%ld\n", s);
    free(heap);
    return 0;
}
