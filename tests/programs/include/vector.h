/* vector.h: of header.c */
#ifndef VECTOR_H
#define VECTOR_H
typedef double real_t;
typedef struct vec3 {
    real_t x, y, z;
} vec3;
static const real_t weights[4] = {1, 0.5, 0.25, 0.125};

static inline vec3 vec3_make(real_t x, real_t y, real_t z)
{
    vec3 v = {x, y, z};
    return v;
}

static inline vec3 vec3_sub(vec3 a, vec3 b)
{
    vec3 r;
    r.x = a.x - b.x;
    r.y = a.y - b.y;
    r.z = a.z - b.z;
    return r;
}

static inline real_t vec3_dot(const vec3 a, const vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline int vec3_inside(const vec3 *v, real_t r)
{
    return vec3_dot(*v, *v) < r * r;
}

static inline real_t weight_of(int i)
{
    switch (i & 3) {
    case 0:
        return weights[0];
    case 1:
    case 2:
        return weights[i & 3];
    default:
        break;
    }
    return weights[3];
}
#endif
/* SPDX-License-Identifier: MIT */
