/* SPDX-License-Identifier: MIT */
/*
 * sim_ptr.h: tcr_ptr<T> on the simulated device: a pointer that asks before
 * every access whether the bytes are the device's.
 *
 * The address itself is kept as it is, and may be biased far outside of its
 * allocation: only what is accessed is checked.  An element that is an array
 * decays to a checked pointer to its first element, so that each subscript of
 * a[i][j] is checked by itself.  Structs are checked as a whole, and loosely:
 * a section may begin or end in the middle of one.
 *
 * What [] and * name may be read or written, unless it is const.  Which of it, the
 * device text says: TCR_LOAD(place), TCR_STORE(place), TCR_UPDATE(place), and for the structure of
 * a bit-field TCR_LOAD_BITS(first, n, place) and so on.
 */
#pragma once
#include "sim_table.h"

template <class T> struct tcr_ptr;
template <class Format> struct tcr_short_float;

/* Is T read and written as a whole? */
template <class T> struct tcr_sim_whole {
    enum { yes = !__is_class(T) && !__is_union(T) };
};
template <class T> struct tcr_sim_whole<tcr_ptr<T>> {
    enum { yes = 1 };
};
template <class Format> struct tcr_sim_whole<tcr_short_float<Format>> {
    enum { yes = 1 };
};

template <class T> struct tcr_sim_writable {
    typedef T plain;
    enum { yes = 1 };
};
template <class T> struct tcr_sim_writable<const T> {
    typedef T plain;
    enum { yes = 0 };
};
template <class T> struct tcr_sim_writable<volatile T> {
    typedef T plain;
    enum { yes = 1 };
};
template <class T> struct tcr_sim_writable<const volatile T> {
    typedef T plain;
    enum { yes = 0 };
};

template <class T> inline T *tcr_sim_checked(T *p)
{
    typedef tcr_sim_writable<T> how;
    tcr_sim->access(p, sizeof(T),
                    !tcr_sim_whole<typename how::plain>::yes ? TCR_SIM_TOUCH
                    : how::yes                               ? TCR_SIM_PLACE
                                                             : TCR_SIM_READ);
    return p;
}

template <class T> struct tcr_complex;
/* Is it without padding, as far as is known? */
template <class T> struct tcr_sim_dense {
    enum { yes = tcr_sim_whole<T>::yes };
};
template <class T> struct tcr_sim_dense<tcr_complex<T>> {
    enum { yes = 1 };
};

template <class T> inline T &tcr_sim_load(T &x)
{
    tcr_sim->access(&x, sizeof x,
                    tcr_sim_dense<typename tcr_sim_writable<T>::plain>::yes ? TCR_SIM_READ
                                                                            : TCR_SIM_COPY);
    return x;
}
template <class T> inline T &tcr_sim_store(T &x)
{
    tcr_sim->access(&x, sizeof x, TCR_SIM_WRITE);
    return x;
}
#define TCR_LOAD(...) tcr_sim_load(__VA_ARGS__)
#define TCR_LOAD_ONCE(...) TCR_LOAD(__VA_ARGS__)
#define TCR_STORE(...) tcr_sim_store(__VA_ARGS__)
#define TCR_UPDATE(...) tcr_sim_store(tcr_sim_load(__VA_ARGS__))

/* The bytes of a bit-field, which are no object of their own. */
template <long long first, int n, class Record> inline Record &tcr_sim_load_bits(Record &record)
{
    tcr_sim->access((const char *)&record + first / 8, (first % 8 + n + 7) / 8, TCR_SIM_READ);
    return record;
}
template <long long first, int n, class Record> inline Record &tcr_sim_store_bits(Record &record)
{
    tcr_sim->access((const char *)&record + first / 8, (first % 8 + n + 7) / 8, TCR_SIM_WRITE);
    return record;
}
#define TCR_LOAD_BITS(first, n, ...) tcr_sim_load_bits<first, n>(__VA_ARGS__)
#define TCR_STORE_BITS(first, n, ...) tcr_sim_store_bits<first, n>(__VA_ARGS__)
#define TCR_UPDATE_BITS(first, n, ...)                                                             \
    tcr_sim_store_bits<first, n>(tcr_sim_load_bits<first, n>(__VA_ARGS__))

/* What * and [] give. */
template <class T> struct tcr_sim_element {
    typedef T &type;
    static type of(T *p)
    {
        return *tcr_sim_checked(p);
    }
};
template <class T, unsigned long n> struct tcr_sim_element<T[n]> {
    typedef tcr_ptr<T> type;
    static type of(T (*p)[n])
    {
        return tcr_ptr<T>((T *)p);
    }
};
template <> struct tcr_sim_element<void> {
    typedef void type;
};
template <> struct tcr_sim_element<const void> {
    typedef void type;
};

/* Well-formed where U * converts to T *. */
template <class T> char tcr_sim_takes(T *);

template <class T> struct tcr_ptr {
    T *at;

    tcr_ptr() = default;
    tcr_ptr(T *p) : at(p)
    {
    }
    template <class U, class = decltype(tcr_sim_takes<T>((U *)0))> tcr_ptr(tcr_ptr<U> p) : at(p.at)
    {
    }
    explicit operator bool() const
    {
        return at != 0;
    }
    /* Of an element whose parts' addresses are asked: they are checked when they are used. */
    explicit operator T *() const
    {
        return at;
    }

    typename tcr_sim_element<T>::type operator*() const
    {
        return tcr_sim_element<T>::of(at);
    }
    template <class I> typename tcr_sim_element<T>::type operator[](I i) const
    {
        return tcr_sim_element<T>::of((*this + i).at);
    }
    T *operator->() const
    {
        return tcr_sim_checked(at);
    }

    /* Through integers: a biased address is not a pointer into an object. */
    template <class I> tcr_ptr operator+(I i) const
    {
        return (T *)((unsigned long)at + (unsigned long)(long long)i * sizeof(T));
    }
    template <class I> tcr_ptr operator-(I i) const
    {
        return (T *)((unsigned long)at - (unsigned long)(long long)i * sizeof(T));
    }
    template <class U> long long operator-(tcr_ptr<U> p) const
    {
        return ((long long)at - (long long)p.at) / (long long)sizeof(T);
    }
    template <class I> tcr_ptr &operator+=(I i)
    {
        return *this = *this + i;
    }
    template <class I> tcr_ptr &operator-=(I i)
    {
        return *this = *this - i;
    }
    tcr_ptr &operator++()
    {
        return *this += 1;
    }
    tcr_ptr &operator--()
    {
        return *this -= 1;
    }
    tcr_ptr operator++(int)
    {
        tcr_ptr old = *this;
        *this += 1;
        return old;
    }
    tcr_ptr operator--(int)
    {
        tcr_ptr old = *this;
        *this -= 1;
        return old;
    }

    friend bool operator==(tcr_ptr p, tcr_ptr q)
    {
        return p.at == q.at;
    }
    friend bool operator!=(tcr_ptr p, tcr_ptr q)
    {
        return p.at != q.at;
    }
    friend bool operator<(tcr_ptr p, tcr_ptr q)
    {
        return p.at < q.at;
    }
    friend bool operator>(tcr_ptr p, tcr_ptr q)
    {
        return p.at > q.at;
    }
    friend bool operator<=(tcr_ptr p, tcr_ptr q)
    {
        return p.at <= q.at;
    }
    friend bool operator>=(tcr_ptr p, tcr_ptr q)
    {
        return p.at >= q.at;
    }
};

template <class I, class T> inline tcr_ptr<T> operator+(I i, tcr_ptr<T> p)
{
    return p + i;
}

static_assert(sizeof(tcr_ptr<int>) == 8 && __is_trivially_copyable(tcr_ptr<int>),
              "the host writes plain addresses into the argument block");

/* A pointer to other elements, as a C cast makes it. */
template <class V, class T> inline tcr_ptr<V> tcr_cast(tcr_ptr<T> p)
{
    return tcr_ptr<V>((V *)p.at);
}
template <class V, class T> inline tcr_ptr<V> tcr_cast(T *p)
{
    return tcr_ptr<V>((V *)p);
}

template <class T> inline const char *tcr_bytes_at(tcr_ptr<T> p)
{
    return (const char *)p.at;
}
template <class T> inline unsigned tcr_element_bytes(tcr_ptr<T>)
{
    return sizeof(T);
}
