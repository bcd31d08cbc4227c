/* SPDX-License-Identifier: MIT */
/*
 * contract.h: what the host and the device must agree on, said once.
 *
 * Readers: the kernels (kernels/intrinsics.cuh includes it, with which it travels inside of the
 * runtime and of tcr-rewrite: kernels/embed.cmake), the runtime, tcr-rewrite, which prints some
 * of it into device text, and the tests that launch kernels.  So it is C17 and C++17 at a time,
 * for gcc, clang, nvcc and NVRTC, and it includes nothing: NVRTC has no library.  Types are such
 * as have one size on both sides, and the assertions say what that comes to.
 *
 * To change it:
 *
 *   1. Change it here; both sides follow.  A new member of a struct goes where it leaves no gap,
 *      and gets its assertion.
 *   2. Does a region's kernel see the change (all do but those of the C API's part)?  Users'
 *      objects have device code in them that was compiled with the header as it was, and may be
 *      linked with a newer libtcr: raise TCR_ABI_VERSION (include/tcr_region.h), by which the
 *      runtime leaves older objects' loops to the host.
 *   3. Run test_sim, test_kernels, test_runtime and tests/library/run.sh, and on a device
 *      tests/device/run.sh.
 *
 * The scalar types and the operators are in types.def and operators.def.
 */
#ifndef TCR_CONTRACT_H
#define TCR_CONTRACT_H

#ifdef __cplusplus
#define TCR_AGREED(condition, what) static_assert(condition, what)
#else
#define TCR_AGREED(condition, what) _Static_assert(condition, what)
#endif
/* A member's place and size.  NVRTC has no offsetof: there the sizes of the members and of the
 * whole, which leave no gap, say the same. */
#ifdef __CUDACC_RTC__
#define TCR_OFFSET_IS(type, member, offset) true
#else
#define TCR_OFFSET_IS(type, member, offset) (__builtin_offsetof(type, member) == (offset))
#endif
#define TCR_AGREED_AT(type, member, offset, size)                                                  \
    TCR_AGREED(TCR_OFFSET_IS(type, member, offset) && sizeof(((type *)0)->member) == (size),       \
               #type ": " #member)

/* ---- a launch ---- */

enum {
    TCR_WARP = 32,           /* threads; a block has a multiple of that, and at most */
    TCR_MOST_THREADS = 1024, /* so many */
    TCR_MAX_SECTIONS = 4     /* sections of which every thread has a copy */
};

/* Values of tcr_grid::tag. */
enum { TCR_TAG_RESULTS = 1, TCR_TAG_WRITTEN = 2 };

/* Bytes of each array that a lane reads at a time, in tiles (kernels/reduce.cuh): a hint for the
 * size of grids. */
enum { TCR_LANE_BYTES = 64 };
/* A loop with more operations is run one iteration at a time by each lane. */
#define TCR_HEAVY_OPERATIONS 60.0

/* Iterations of one lane in flight, for values of so many bytes: enough loads to cover the latency
 * of memory, few enough to stay in registers. */
#define TCR_UNROLL_OF(bytes)                                                                       \
    ((bytes) <= 4 ? 16 : (bytes) <= 16 ? 8 : (bytes) <= 32 ? 4 : (bytes) <= 64 ? 2 : 1)
/* The same of a loop with streams, whose elements have `least` bytes each, or more, and `sum` bytes
 * together: iterations that a lane holds at a time, 8 or more filling a matrix of 16-bit values. */
#define TCR_STREAM_FULL(least) ((least) == 1 ? 16 : 8)
#define TCR_STREAM_TOGETHER(least, sum, bytes)                                                     \
    (TCR_STREAM_FULL(least) * (bytes) <= 64 && TCR_STREAM_FULL(least) * (sum) <= 128               \
         ? TCR_STREAM_FULL(least)                                                                  \
         : 16 / (least))
/* Iterations of a thread whose reads of so many bytes each are made ahead (kernels/ahead.cuh). */
#define TCR_AHEAD_OF(bytes) ((bytes) > 48 ? 1 : (bytes) > 32 ? 2 : 4)

/* A kernel's result for one number.  include/tcr_region.h, which users' units are compiled with
 * and which is installed alone, has the same; the assertions below are about whichever it is. */
#ifndef TCR_SLOT_KNOWN
#define TCR_SLOT_KNOWN
union tcr_slot {
    double f;
    long long i;
    unsigned long long u;
    double align_[2];
};
#endif
TCR_AGREED(sizeof(union tcr_slot) == 16, "union tcr_slot");
TCR_AGREED_AT(union tcr_slot, f, 0, 8);
TCR_AGREED_AT(union tcr_slot, i, 0, 8);
TCR_AGREED_AT(union tcr_slot, u, 0, 8);

/* One block's partial result for one number. */
#define TCR_PARTIAL_BYTES sizeof(union tcr_slot)

/* The second parameter of every kernel, by value; the first one is the argument block, which
 * tcr-rewrite describes to both sides (plan_args.c). */
struct tcr_grid {
    long long n;            /* iterations */
    void *partial;          /* device: blocks * TCR_PARTIAL_BYTES for each slot, 16-aligned; on a
                               stream, the C API's kernels have lines there, see below */
    unsigned *ticket;       /* device: TCR_TICKETS; 0 before the launch; the kernel leaves it 0 */
    union tcr_slot *result; /* a slot for each number: device memory, or the host's, mapped */
    unsigned plain;         /* TCR_PLAIN, and bits of TCR_SCALED_BIT */
    unsigned tag;           /* not 0: the value of a result comes in halves, the lower one in the
                               first eight bytes of its slot, the upper one in the other eight,
                               each with the tag above it, as one store.  TCR_TAG_WRITTEN: when
                               all that the kernel writes can be seen on the device; where
                               nothing is reduced, in the first slot */
    void *copies;           /* device, 16-aligned: for one section after the other, threads *
                               (count + TCR_COPY_SPARE) elements */
    long long count[TCR_MAX_SECTIONS]; /* elements of each section with copies */
    long long shared_copies; /* of sections whose elements are words (see below): copies in a
                                block's shared memory, a power of two up to 32; 0: none;
                                TCR_UPDATES_WAIT.  With
                                TCR_REGION_FLAT: not 0: there is room for each warp's terms
                                (kernels/spans.cuh); of short prefix sums a thread's words, of
                                rows a warp's at a time, or 0 */
    long long trips;         /* of prefix sums (kernels/scan.cuh): the first tag of the launch; else
                                of an iteration's inner loop, for the size of its team (kernels/rows.cuh):
                                as far as the host can tell; TCR_TRIPS_ASKED: the kernel looks */
    struct tcr_hall *hall;   /* device: where the blocks of teams meet */
    void *rows;              /* device, with the hall: TCR_ROWS_BYTES(blocks); of prefix sums:
                                TCR_SCAN_BYTES(blocks, n) for n variables */
    long long together;      /* not 0: all blocks are there at once, and may wait for each other;
                                TCR_TOGETHER_BEFORE: each for those with lower numbers alone */
};
TCR_AGREED(sizeof(struct tcr_grid) == 120, "struct tcr_grid");
TCR_AGREED_AT(struct tcr_grid, n, 0, 8);
TCR_AGREED_AT(struct tcr_grid, partial, 8, 8);
TCR_AGREED_AT(struct tcr_grid, ticket, 16, 8);
TCR_AGREED_AT(struct tcr_grid, result, 24, 8);
TCR_AGREED_AT(struct tcr_grid, plain, 32, 4);
TCR_AGREED_AT(struct tcr_grid, tag, 36, 4);
TCR_AGREED_AT(struct tcr_grid, copies, 40, 8);
TCR_AGREED_AT(struct tcr_grid, count, 48, 32);
TCR_AGREED_AT(struct tcr_grid, shared_copies, 80, 8);
TCR_AGREED_AT(struct tcr_grid, trips, 88, 8);
TCR_AGREED_AT(struct tcr_grid, hall, 96, 8);
TCR_AGREED_AT(struct tcr_grid, rows, 104, 8);
TCR_AGREED_AT(struct tcr_grid, together, 112, 8);
enum { TCR_TRIPS_ASKED = -1, TCR_TOGETHER_BEFORE = 2 };
/* Trips of each of its threads that are best done by a block, however many rows there are. */
enum { TCR_BLOCK_TRIPS = 64 };
/* No copies there, but for each thread and section a place of so many bytes for the last update. */
enum { TCR_UPDATES_WAIT = -1, TCR_WAITING_BYTES = 16 };

/* What blocks of teams share (kernels/rows.cuh): zeros before the launch and after. */
enum {
    TCR_ROW_CLASSES = 4,    /* of rows that are long for their team */
    TCR_HALL_SETS = 2,      /* of groups of blocks, */
    TCR_HALL_GROUPS = 1024, /* so many in each at most */
    TCR_ROWS_KEPT = 32768   /* of a class, by all blocks */
};
struct tcr_hall {
    unsigned arrived, left; /* blocks, at a barrier of all of them and at the end */
    unsigned rows[TCR_ROW_CLASSES];
    unsigned turns, reserved;                       /* `turns`: that warps have taken */
    unsigned group[TCR_HALL_SETS][TCR_HALL_GROUPS]; /* arrived, of each */
};
TCR_AGREED(sizeof(struct tcr_hall) == 32 + 4 * TCR_HALL_SETS * TCR_HALL_GROUPS, "struct tcr_hall");
/* Two words of each block for each set of groups; then the rows' numbers. */
#define TCR_ROWS_BYTES(blocks)                                                                     \
    (16ull * TCR_HALL_SETS * (blocks) + 8ull * TCR_ROW_CLASSES * TCR_ROWS_KEPT)

/* A warp's tile of rows in shared memory (kernels/spans.cuh): terms, each a word of 8 bytes, gaps
 * between them, and a byte for each. */
enum {
    TCR_FLAT_THREADS = 128, /* of a block of such a kernel, at most */
    TCR_SPAN_TERMS = 512,
    TCR_SPAN_BYTES = 8 * (TCR_SPAN_TERMS + 32) + TCR_SPAN_TERMS
};

/* Prefix sums: blocks take turns at tiles of `scan` iterations (struct tcr_region) of each of their
 * threads, of which there are at most so many.  In each turn a block publishes one or two numbers
 * for each variable and one more, each in two words with a tag, which is another one in each turn
 * of every launch with the same words; these are zeros at first, and no tag is 0.  Behind the ring,
 * a word for each block and number. */
enum {
    TCR_SCAN_THREADS = 256,
    TCR_SCAN_TURNS = 8,
    /* In every so many-th turn each block waits for all.  In between, one may be so many turns and
     * one more ahead of what another one has yet to read, which is of its last turn or of two
     * before: so many and four are no more than the ring's turns. */
    TCR_SCAN_MEETING = 3
};
/* Of a loop whose iterations all blocks have at once (kernels/scan_short.cuh; in
 * tcr_grid.shared_copies are then those of a thread): threads of a block, blocks at most, and the
 * iterations that a thread may have, or as many as `scan` of struct tcr_region if these are fewer.
 */
enum {
    TCR_SCAN_ONCE_THREADS = 384,
    TCR_SCAN_ONCE_BLOCKS = 512,
    TCR_SCAN_FEW = 3,
    TCR_SCAN_SOME = 11
};
TCR_AGREED(TCR_SCAN_ONCE_THREADS <= 2 * TCR_SCAN_THREADS, "room for the tile");
#define TCR_SCAN_BYTES(blocks, n) ((16ull * TCR_SCAN_TURNS + 8) * (2ull * (n) + 1) * (blocks))

enum {
    TCR_PLAIN = 1,           /* no tensor cores: a result was not finite */
    TCR_SCALED_BIT = 1,      /* that of result 0; result k has the k-th above it: it is a sum of
                                double, and is scaled down on the way, as it has overflowed */
    TCR_SCALED_NUMBERS = 31, /* results that have such a bit */
    TCR_COPY_SPARE = 1       /* elements behind a thread's copy: for updates that leave it */
};

/* Sections of integers that may be updated in any order (kernels/updates.cuh) are kept in words.
 * tcr_grid.copies is then one copy of each, one after the other, all zeros before the launch; the
 * launch has shared memory for tcr_grid.shared_copies of each, one section after the other, too. */
#define TCR_WORD_BYTES(size) ((size) < 8 ? 4 : 8) /* of an element of so many bytes */
#define TCR_WORDS_BYTES(n, word) (((unsigned long long)(n) * (word) + 7) / 8 * 8) /* of n words */
enum {
    TCR_UPDATES_AT_ONCE = 4,  /* iterations of a lane, if they are short */
    TCR_SHARED_ROOM = 32768,  /* bytes at most: every device has 48 KiB without being asked for
                                 more, some of which the kernel's other variables need */
    TCR_SHARED_REST = 8192,   /* that those other variables have at most; of devices with more: */
    TCR_SHARED_MOST = 163840, /* bytes on the simulated device, which has memory for no more */
    TCR_SHARED_COPIES = 32    /* at most, one for each lane */
};

/* ---- accesses that the kernel checks ---- */

/* Fields of the argument block that the runtime sets, long long each, in this order.  For a
 * TCR_BASE_CHECKED, at tcr_base.range_offset: its section's device address and bytes.  Behind
 * them, for a TCR_BASE_OWNED: the address of TCR_MARK_BYTES for each element, and the bytes of the
 * first element that lie before the section. */
#define TCR_RANGE_FIELDS(FIELD) FIELD(lo) FIELD(room)
#define TCR_MARK_FIELDS(FIELD) FIELD(marks) FIELD(begun)
/* At tcr_region.astray_offset: the address of the word that says what is wrong, an unsigned, and
 * that of TCR_SPARE_BYTES zeros, which are read in place of what must not be, with as many bytes
 * behind them that may be written. */
#define TCR_ASTRAY_FIELDS(FIELD) FIELD(astray) FIELD(spare)

#define TCR_FIELD_(name) long long name;
struct tcr_range_args {
    TCR_RANGE_FIELDS(TCR_FIELD_)
};
struct tcr_mark_args {
    TCR_MARK_FIELDS(TCR_FIELD_)
};
struct tcr_astray_args {
    TCR_ASTRAY_FIELDS(TCR_FIELD_)
};
#undef TCR_FIELD_
TCR_AGREED(sizeof(struct tcr_range_args) == 16, "struct tcr_range_args");
TCR_AGREED(sizeof(struct tcr_mark_args) == 16, "struct tcr_mark_args");
TCR_AGREED(sizeof(struct tcr_astray_args) == 16, "struct tcr_astray_args");

#define TCR_SPARE_BYTES 32768

/* The word: 0, all is well; TCR_ASTRAY_BASE + k, an access has left the section of base k; that
 * and TCR_ASTRAY_MET, two iterations have met in an element of it; or */
#define TCR_ASTRAY_BASE 1
#define TCR_ASTRAY_MET 0x80000000u
#define TCR_ASTRAY_END 0xffffffffu /* the program would end, with TCR_REGION_ENDS; */
#define TCR_ASTRAY_NAN 0xfffffffeu /* a NaN is compared, with TCR_REGION_NAN; */
#define TCR_ASTRAY_ROOM                                                                            \
    0xfffffffdu /* an iteration needs more memory of its own than there is, with TCR_REGION_ENDS   \
                 */

/* Of one element, 0 before the launch (kernels/owned.cuh says who has touched it). */
enum { TCR_MARK_BYTES = 8 };

/* ---- sums without rounding ---- */

/* The slots of one: digit d counts 2^(32 d - TCR_EXACT_BIAS).  struct tcr_exact of
 * include/tcr_region.h has as many digits. */
enum {
    TCR_EXACT_DIGITS = 68,
    TCR_EXACT_BIAS = 1088,
    TCR_EXACT_NAN = TCR_EXACT_DIGITS, /* not 0: a NaN was among the values; an infinity of */
    TCR_EXACT_PLUS,                   /* either sign */
    TCR_EXACT_MINUS,
    TCR_EXACT_MASKS, /* two: which of the slots before are not 0, 64 of them and the others */
    TCR_EXACT_SLOTS = TCR_EXACT_MASKS + 2
};
TCR_AGREED(TCR_EXACT_MASKS <= 128, "a bit for each slot");

/* ---- the kernels of the C API ---- */

enum tcr_library_operation {
    TCR_LIBRARY_SUM,
    TCR_LIBRARY_ASUM,
    TCR_LIBRARY_NRM2,
    TCR_LIBRARY_AMAX,
    TCR_LIBRARY_MINIMUM,
    TCR_LIBRARY_MAXIMUM,
    TCR_LIBRARY_ARGMIN,
    TCR_LIBRARY_ARGMAX,
    TCR_LIBRARY_MEANVAR,
    TCR_LIBRARY_DOT,
    TCR_LIBRARY_OPERATIONS
};

/* Their argument block; each side has pointers of its own. */
#define TCR_LIBRARY_ARGS(ARRAY, RESULT)                                                            \
    ARRAY x; /* device addresses of the arrays; the offsets below are in elements */               \
    ARRAY y;                                                                                       \
    long long x_first, x_step, y_first, y_step;                                                    \
    RESULT result; /* on a stream: device address of what the call gives */                        \
    long long n;                                                                                   \
    unsigned flags, reserved; /* TCR_LIBRARY_ON_STREAM */
enum {
    TCR_LIBRARY_ARGS_BYTES = 72,
    TCR_LIBRARY_BASE_BYTES = 8, /* from x to y */
    TCR_LIBRARY_ON_STREAM = 1   /* blocks leave lines, and the kernel makes the result */
};

/* The same of rows and segments (kernels/library/segments.cuh).  Rows have a length and a leading
 * dimension; segment k is x[offsets[k]] up to x[offsets[k + 1]].  x has `extent` elements. */
#define TCR_SEGMENTS_ARGS(ARRAY, OFFSETS, RESULTS)                                                 \
    ARRAY x;                                                                                       \
    RESULTS result; /* 64 bits each */                                                             \
    OFFSETS offsets;                                                                               \
    long long n, length, ld, extent;                                                               \
    unsigned flags, reserved;
enum {
    TCR_SEGMENTS_ARGS_BYTES = 64,
    TCR_SEGMENTS_ROWS = 1,      /* there are no offsets */
    TCR_SEGMENTS_WIDE = 2,      /* offsets of 64 bits */
    TCR_SEGMENTS_THREADS = 256, /* of a block */
    TCR_SEGMENTS_SLOTS = 4      /* a block's, for its segments' parts; result 0 says whether offsets
                                   decrease or leave x, the others say nothing */
};

/* The same of a matrix's product with a vector (kernels/library/matrix.cuh): n rows of `length`
 * elements of x; element k of the vector is vector[vector_first + k * vector_step], and so on. */
#define TCR_MATRIX_ARGS(ARRAY, RESULTS)                                                            \
    ARRAY x;                                                                                       \
    RESULTS result;                                                                                \
    ARRAY vector;                                                                                  \
    long long n, length, ld, extent;                                                               \
    long long vector_first, vector_step, result_first, result_step;                                \
    double alpha, beta;
enum {
    TCR_MATRIX_ARGS_BYTES = 104,
    TCR_MATRIX_SLOTS = 64 /* a block's, for two tiles of columns of 512 bytes; they say nothing */
};

/* The same of prefix sums (kernels/library_scan.cuh): of an array, which has `extent` elements, of
 * n rows or of n segments. */
#define TCR_LIBRARY_SCAN_ARGS(ARRAY, RESULTS, OFFSETS)                                             \
    ARRAY x;                                                                                       \
    RESULTS result;                                                                                \
    OFFSETS offsets;                                                                               \
    long long n, length, ld, result_ld, extent;                                                    \
    unsigned flags, reserved; /* TCR_SEGMENTS_ROWS, TCR_SEGMENTS_WIDE */
enum {
    TCR_LIBRARY_SCAN_ARGS_BYTES = 72,
    TCR_LOOP_SCAN_ARGS_BYTES = 80, /* with the loop's variable behind them */
    TCR_LIBRARY_EXCLUSIVE = 4,
    TCR_SCAN_WRONG = 0x80 /* in what is reset, besides variables: the offsets are wrong */
};
/* What a look at the offsets of segments leaves (kernels/library/library_scan_segments.cuh): these
 * bits, the first offset, and the last.  `length` is then how many warps there may be. */
enum {
    TCR_OFFSETS_WRONG = 1,  /* some decrease, or leave the array */
    TCR_OFFSETS_UNEVEN = 2, /* not all segments have one length, or all are empty */
    TCR_OFFSETS_LONG = 4,   /* there are neighbouring ones that are too long for a warp */
    TCR_LOOK_SLOTS = 3
};
/* Elements of a thread in a tile, if each has so many bytes: whole words of 16 bytes.  Rows that
 * are not few and long, and segments that warps have whole, in blocks of TCR_SCAN_THREADS; and all
 * others (TCR_REGION_SCAN_LINE), which have shared memory for the tiles of so many turns. */
#define TCR_SCAN_ROWS_EACH(bytes) ((bytes) <= 4 ? 16 : 8)
#define TCR_SCAN_SEGMENTS_EACH(bytes) ((bytes) == 1 ? 16 : (bytes) <= 4 ? 48 / (bytes) : 8)
#define TCR_SCAN_LINE_EACH(bytes) ((bytes) == 1 ? 16 : (bytes) == 2 ? 24 : 112 / (bytes))
#define TCR_SCAN_LINE_STAGES(arch) ((arch) >= 80 ? 3 : 2)
enum { TCR_SCAN_LINE_THREADS = 256 };
/* Arrays that all blocks hold at once (kernels/library/library_scan_short.cuh): a thread has 1, 2,
 * 4 or so many words of 16 bytes (tcr_grid.shared_copies), and there are so many blocks at most. Of
 * larger arrays a thread has as many more in shared memory, and room for one besides. */
enum {
    TCR_SCAN_SHORT_THREADS = 512,
    TCR_SCAN_SHORT_WORDS = 8,
    TCR_SCAN_SHORT_MORE = 8,
    TCR_SCAN_SHORT_BLOCKS = 1024
};
#define TCR_SCAN_MIDDLE_SHARED (16u * TCR_SCAN_SHORT_THREADS * (1u + TCR_SCAN_SHORT_MORE))

/* ---- products of matrices ---- */

/* C = beta C + alpha A B (kernels/product.cuh), m by n, sums of k, each `batch` times; strides in
 * elements. */
#define TCR_PRODUCT_ARGS(ARRAY, RESULTS)                                                           \
    ARRAY a;                                                                                       \
    ARRAY b;                                                                                       \
    RESULTS c;                                                                                     \
    long long m, n, k, batch;                                                                      \
    long long a_m, a_k, b_k, b_n, c_m, c_n;                                                        \
    long long a_batch, b_batch, c_batch;                                                           \
    double alpha, beta;                                                                            \
    unsigned flags, stages; /* of TCR_PRODUCT_PARTS: slabs in shared memory, 2 or more */
enum {
    TCR_PRODUCT_ARGS_BYTES = 152,
    TCR_PRODUCT_SETS = 1,   /* C is not read */
    TCR_PRODUCT_SMALL = 2,  /* by the smaller tiles */
    TCR_PRODUCT_LITTLE = 4, /* up to 16 by 16, sums of 16, each by a warp; levels alone, and so: */
    TCR_PRODUCT_SPLIT = 8,  /* the first launch of a large one, */
    TCR_PRODUCT_PARTS = 16, /* and the second */
    TCR_PRODUCT_ENDS = 32,  /* the third, behind the vendor's library */
    TCR_PRODUCT_WIDE = 64,  /* with TCR_PRODUCT_PARTS: by tiles of twice the columns */
    TCR_PRODUCT_MIDDLE =
        128, /* by tiles of TCR_PRODUCT_TILE rows, TCR_PRODUCT_SMALL_TILE columns */
    TCR_PRODUCT_THREADS = 256,
    TCR_PRODUCT_TILE = 128, /* rows and columns */
    TCR_PRODUCT_SMALL_TILE = 64
};
/* Bytes of shared memory for a slab of each matrix, of tiles of so many rows and columns of
 * elements of so many bytes. */
#define TCR_PRODUCT_STAGE(rows, columns, bytes)                                                    \
    (20u * ((unsigned)(rows) + (unsigned)(columns)) * (unsigned)(bytes))

/* Products of float on tensor cores (kernels/product_level.cuh): a format, and 1 to 3 products. */
enum { TCR_FORMAT_TF32, TCR_FORMAT_BF16, TCR_FORMAT_F16, TCR_FORMATS };
enum {
    TCR_LEVEL_RUN = 1024, /* terms that are added up before C is read again */
    TCR_LITTLE = 16       /* rows, columns and terms of a little product, at most */
};
/* Bytes of shared memory for tiles of so many rows, whose A and B have so many parts together. */
#define TCR_LEVEL_SHARED(tile, parts) (128u * ((tile) + 8u) * (unsigned)(parts))

/* The same of large products (kernels/product_parts.cuh).  A first launch leaves the parts of the
 * elements, as words of the format, in a workspace (tcr_grid.partial): behind its head, for each
 * part of A, the rows of all products, and then for each part of B the columns, the sum's terms
 * next to each other.  The head's first word, 0 before, says whether sums may be no numbers.
 * The second one multiplies the parts, in slabs of so many bytes of a row.  Where the vendor's
 * library does that, a third one makes such sums anew; C is to get others that are in
 * tcr_grid.copies, rows or columns next to each other as in C, or is C already (NULL). */
enum {
    TCR_PARTS_HEAD = 256, /* bytes */
    TCR_PARTS_SLAB = 128,
    TCR_PARTS_STAGES = 3, /* slabs of a tile in shared memory, at most */
    TCR_SPLIT_SIDE = 64   /* rows and terms of what a block of the first launch has at a time */
};
/* Bytes of a row of parts; and of shared memory for one slab of each. */
#define TCR_PARTS_PITCH(k, bytes)                                                                  \
    (((k) * (bytes) + TCR_PARTS_SLAB - 1) / TCR_PARTS_SLAB * TCR_PARTS_SLAB)
#define TCR_PARTS_STAGE(products, rows, columns)                                                   \
    ((unsigned)TCR_PARTS_SLAB * ((unsigned)(rows) + (unsigned)(columns)) *                         \
     ((products) > 2 ? 2u : 1u))
/* Terms that are added up in one chain of the tensor cores, of one or two products; and that the
 * kernels add up before they add to C. */
#define TCR_PARTS_CHAIN(format, products) ((format) == TCR_FORMAT_BF16 ? 16384 / (products) : 2048)
#define TCR_PARTS_RUN(format, products)                                                            \
    ((products) < 3 ? TCR_PARTS_CHAIN(format, products) : (format) == TCR_FORMAT_TF32 ? 1024 : 2048)
#define TCR_SPLIT_SHARED (TCR_SPLIT_SIDE * (TCR_SPLIT_SIDE + 1) * 4u)

/* tcr_grid.ticket leads to so many, all 0 before a launch and after it. */
enum { TCR_TICKETS = 1024 };

/* The slots that a call's kernel leaves: one, but of nrm2 of f64 and of meanvar. */
enum { TCR_NRM2_SMALL, TCR_NRM2_MIDDLE, TCR_NRM2_LARGE };         /* squares of such numbers */
enum { TCR_MEANVAR_SUM, TCR_MEANVAR_SQUARES, TCR_MEANVAR_SHIFT }; /* of elements less the shift */
enum { TCR_LIBRARY_SLOTS = 3 };                                   /* at most */
/* struct tcr_moments, in double. */
enum { TCR_MOMENT_MEAN, TCR_MOMENT_VARIANCE, TCR_MOMENT_SAMPLE_VARIANCE, TCR_MOMENTS };

/* nrm2 of f64 scales small and large numbers, that their squares be numbers (constants of
 * Algorithm 978): what is below or above, and the factor. */
#define TCR_NRM2_BELOW 0x1p-511
#define TCR_NRM2_ABOVE 0x1p486
#define TCR_NRM2_UP 0x1p537
#define TCR_NRM2_DOWN 0x1p-538

/* A line: one block's partial result for one number on a stream, in words of which each has a half
 * of it and a flag above that half (kernels/library/lines.cuh).  Zeros before the launch and after.
 */
enum { TCR_LINE_WORDS = 4, TCR_LINE_BYTES = 8 * TCR_LINE_WORDS };

#endif
