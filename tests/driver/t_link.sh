# SPDX-License-Identifier: MIT
# Linking: the runtime is added where, and only where, something needs it.

WRAPS=-Wl
for f in malloc calloc realloc reallocarray free posix_memalign aligned_alloc memalign; do
    WRAPS=$WRAPS,--wrap=$f,-u,__wrap_$f
done
STATIC="-Wl,--push-state,--as-needed LIB/libtcr.a -lgomp -lpthread -ldl -lm -Wl,--pop-state"
RUNTIME="$WRAPS $STATIC" # executables
SHARED="-Wl,--push-state,--as-needed LIB/libtcr.so -lgomp -lpthread -ldl -lm -Wl,--pop-state \
-Wl,-rpath,LIB"
region() { # objects that call the runtime
    for f; do
        echo tcr_region_run >"$f"
    done
}
test_programs_without_regions() {
    plain a.c
    : >b.o
    for args in "a.c -o p" "b.o -lm -o p" "a.c b.o -Llib -lx" "-shared b.o -o l.so" "-v"; do
        fake $args
        expect "fakecc $args"
    done
}
test_compile_and_link() {
    marked a.c
    plain b.c
    fake -O2 -Iinc a.c b.c x.o -lm -o p
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc -O2 -Iinc" \
        "fakecc -O2 -fopenmp -c -o TMP/1/a.o -x cpp-output TMP/1/a.c" \
        "fakecc -O2 -Iinc TMP/1/a.o b.c x.o -lm -o p $RUNTIME"
    fake -Iinc a.c
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc -Iinc" \
        "fakecc -fopenmp -c -o TMP/1/a.o -x cpp-output TMP/1/a.c" "fakecc TMP/1/a.o $RUNTIME"
}
test_compile_and_link_with_language() {
    marked a.txt
    fake -x c a.txt -lm
    log | tail -1 >last
    echo "fakecc -x c -x none TMP/1/a.o -x c -lm -x none $RUNTIME" | diff - last
}
test_objects_and_archives() {
    region a.o
    mkdir lib
    region lib/libr.a
    : >b.o
    fake a.o -o p
    expect "fakecc a.o -o p $RUNTIME"
    fake b.o -Llib -lr
    expect "fakecc b.o -Llib -lr $RUNTIME"
    fake b.o -L lib -Wl,--whole-archive,-lr,--no-whole-archive
    grep LIB/libtcr.a "$LOG"
    : >"$LOG"
    fake b.o -Wl,--whole-archive,lib/libr.a
    grep LIB/libtcr.a "$LOG"
    : >"$LOG" >lib/libr.so
    fake b.o -Llib -lr
    expect "fakecc b.o -Llib -lr"
    fake -static b.o -Llib -lr
    grep LIB/libtcr.a "$LOG"
    echo "a.o" >objects
    : >"$LOG"
    fake @objects -o p
    expect "fakecc @objects -o p $RUNTIME"
}
# It names its members, which are read; Meson makes such archives.
test_thin_archives() {
    mkdir lib
    region lib/a.o
    : >b.o >lib/c.o
    (cd lib && ar rcT libr.a c.o a.o && ar rcT libn.a c.o)
    head -c 7 lib/libr.a | grep '!<thin>'
    fake b.o -Llib -lr
    expect "fakecc b.o -Llib -lr $RUNTIME"
    fake b.o lib/libr.a
    expect "fakecc b.o lib/libr.a $RUNTIME"
    fake b.o -Llib -ln
    expect "fakecc b.o -Llib -ln"
    rm lib/a.o # what the linker then says
    fake b.o lib/libr.a
    expect "fakecc b.o lib/libr.a"
}
test_shared() {
    region a.o
    fake -shared a.o -o l.so
    expect "fakecc -shared a.o -o l.so $SHARED"
    fake -shared --tcr-static a.o -o l.so
    expect "fakecc -shared a.o -o l.so $STATIC"
    fake -static a.o -o p
    expect "fakecc -static a.o -o p ${STATIC%% -lgomp*} -Wl,-u,omp_set_num_threads -lgomp${STATIC##*-lgomp}"
    fake -r a.o -o b.o
    expect "fakecc -r a.o -o b.o"
    fake a.o user.so
    grep LIB/libtcr.a "$LOG"
    region user.so
    : >b.o >"$LOG"
    fake b.o user.so
    expect "fakecc b.o user.so"
}
test_other_outputs_need_one_command() {
    marked a.c b.c
    fake --coverage -Iinc a.c b.c -o p
    log | tail -1 >last
    echo "fakecc --coverage -x cpp-output TMP/1/a.c -x none -x cpp-output TMP/2/b.c -x none -o p \
-fopenmp-simd $RUNTIME" | diff - last
    plain b.c
    fake --coverage -Iinc a.c b.c
    log | tail -1 >last
    echo "fakecc --coverage -Iinc -x cpp-output TMP/1/a.c -x none b.c -fopenmp-simd $RUNTIME" |
        diff - last
}
test_without_runtime() {
    region a.o
    says "the runtime (libtcr.a) was not found" env TCR_CC="$FAKE/fakecc" TCR_LIBDIR=/nowhere \
        "$WRAPPER" a.o
    region a.o
    FAKE_NO_OPENMP=1 fake a.o
    not grep gomp "$LOG"
}
