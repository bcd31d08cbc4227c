# SPDX-License-Identifier: MIT
# The options that builds use: the program must be right with each.

# runs_with OPTION...: clean, and right on the host and on the simulated device.
runs_with() {
    clean wrapped -Wall -Wextra "$@" p.c -o p
    [ "$(./p)" = ok ]
}
test_options_levels() {
    program p.c
    if links -Ofast && ! [ -s links_probe.said ]; then # deprecated in newer clang
        runs_with -Ofast
    fi
    "$REAL_CC" -Ofast -Wno-unknown-pragmas -c p.c 2>own
    wrapped -Ofast -c p.c 2>said
    [ "$(wc -l <own)" = "$(wc -l <said)" ] # and said once
    for option in -O0 -O1 -O2 -O3 -Os -Og -ffast-math "-O2 -ffast-math" -march=native \
        "-O2 -mavx2" "-O2 -ffp-contract=off" -fwrapv -ftrapv; do
        # shellcheck disable=SC2086
        links $option || continue
        # shellcheck disable=SC2086
        runs_with $option
        echo "$option" >>done
    done
    [ "$(wc -l <done)" -ge 10 ]
    on_device ./p
}
test_options_standards() {
    program p.c
    for std in c89 c90 iso9899:199409 c99 c11 c17 c2x gnu89 gnu99 gnu11 gnu17 gnu2x; do
        runs_with -std=$std
        clean wrapped -std=$std -pedantic-errors -Werror -c p.c
    done
    runs_with -ansi -pedantic-errors -Werror
    if [ $KIND = clang ] && links -std=c23; then
        runs_with -std=c23
    fi
}
test_options_of_types() { # what changes types must change them in the device's code, too
    cat >types.c <<'EOF'
#include <stdio.h>
enum small { FEW = 3, MANY = 200 };
static char c[600];
static enum small e[600];
struct packed { char a; double b; enum small c; } __attribute__((packed));
static struct packed p[600];
static struct { char a : 3; int b : 5; short c : 4; } bits[600];
int main(void)
{
    long s = 0, t = 0, v = 0;
    double u = 0;
    for (int i = 0; i < 600; i++) {
        c[i] = (char)(i * 3);
        e[i] = i % 2 ? FEW : MANY;
        p[i].b = i;
        p[i].c = MANY;
        bits[i].b = i;
        bits[i].c = (short)i;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 600; i++)
        s += c[i];
#pragma tcr reduce(+ : v)
    for (int i = 0; i < 600; i++)
        v += bits[i].b + 3 * bits[i].c + (long)sizeof L"ab" + (c[i] == "hello"[i % 5]) + 'a' + L'z';
#pragma tcr reduce(+ : t)
    for (int i = 0; i < 600; i++)
        t += (long)e[i] + (long)sizeof e[i];
#pragma tcr reduce(+ : u)
    for (int i = 0; i < 600; i++)
        u += p[i].b + (double)p[i].c + (double)sizeof p[i];
    printf("%ld %ld %g %ld\n", s, t, u, v);
    return 0;
}
EOF
    for option in "" -funsigned-char -fsigned-char -fno-signed-char -fno-unsigned-char -fshort-enums \
        -fpack-struct -fno-short-enums "-fshort-enums -fno-short-enums" -funsigned-bitfields \
        -fno-signed-bitfields -mms-bitfields -fsso-struct=big-endian -fshort-wchar \
        -fexec-charset=UTF-8 \
        -fexec-charset=IBM037 -fwide-exec-charset=IBM037; do
        # shellcheck disable=SC2086
        "$REAL_CC" $option -Wno-unknown-pragmas types.c -o plain 2>/dev/null || continue
        # shellcheck disable=SC2086
        wrapped $option -O1 types.c -o ours 2>said
        cat said
        [ "$(./ours)" = "$(./plain)" ]
        [ "$(on_device ./ours)" = "$(./plain)" ]
        TCR_SUMMARY=1 on_device ./ours 2>&1 | awk '$1 == "tcr:" && $3 + $4 == 1 { n++ } END { exit n != 4 }' ||
            grep -e "'$option' gives" said
        echo "$option" >>done
    done
    [ "$(wc -l <done)" -ge 5 ]
}
test_options_of_c90() { # names of later libraries are the program's there
    cat >uses.c <<'EOF'
#include <stdio.h>
double round(double), sqrt(double);
int main(void)
{
    double x[50], s = 0, t = 0;
    int i;
    for (i = 0; i < 50; i++)
        x[i] = i * .37 + 1;
#pragma tcr reduce(+ : s)
    for (i = 0; i < 50; i++)
        s += round(x[i]);
#pragma tcr reduce(+ : t)
    for (i = 0; i < 50; i++)
        t += sqrt(x[i]);
    printf("%.9g %.6g\n", s, t);
    return 0;
}
EOF
    echo 'double round(double x) { return x + 0.5; }' >defines.c
    for std in -std=c89 -ansi -std=iso9899:199409; do
        "$REAL_CC" $std -w uses.c defines.c -o plain -lm
        wrapped $std uses.c defines.c -o ours -lm 2>said
        grep "call to 'round': in C90 the name is the program's" said
        [ "$(./ours)" = "$(./plain)" ]
        [ "$(on_device ./ours)" = "$(./plain)" ]
        TCR_SUMMARY=1 on_device ./ours 2>&1 | grep 'uses.c:12 *0 *1 ' # the other loop is there
        wrapped $std --tcr-whole-program uses.c defines.c -o ours -lm
        [ "$(on_device ./ours)" = "$(./plain)" ]
        TCR_SUMMARY=1 on_device ./ours 2>&1 | grep 'uses.c:9 *0 *1 '
    done
}
test_options_threads() { # where OpenMP's own programs link, loops have threads without being asked
    cat >many.c <<'EOF'
double many(long n, const double *x)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (long i = 0; i < n; i++)
        s += x[i];
    return s;
}
EOF
    if links -fopenmp; then
        wrapped -O2 -c many.c -o many.o
        nm many.o | grep -q -e ' U GOMP_parallel' -e ' U __kmpc_fork'
    fi
}
test_options_of_code() {
    program p.c
    # together as users have them, some that have nothing to do with each other
    for option in "-mcmodel=medium -fno-common -fstack-protector-all" "-fcommon -O2 -D_FORTIFY_SOURCE=2" \
        "-O2 -D_FORTIFY_SOURCE=3 -fcf-protection=full" -fvisibility=hidden \
        "-ffunction-sections -fdata-sections -Wl,--gc-sections" "-fno-plt -Wl,-z,now -Wl,-z,relro" \
        "-no-pie -fno-pie -fno-builtin" "-pie -fPIE -fexceptions" \
        "-fno-strict-aliasing -fstack-clash-protection -fomit-frame-pointer" \
        "-fno-omit-frame-pointer -fno-asynchronous-unwind-tables -g3" "-ggdb -gdwarf-4 -gz -pipe" \
        "-fno-math-errno -p" -pg; do
        # shellcheck disable=SC2086
        links $option && [ ! -s links_probe.said ] || continue
        # shellcheck disable=SC2086
        runs_with $option
        echo "$option" >>done
    done
    [ "$(wc -l <done)" -ge 10 ]
    [ -s gmon.out ]
    if [ $KIND = gcc ]; then
        runs_with -O2 -fanalyzer
    fi
}
test_options_static_later() { # units that do not know that the program will be a static one
    program p.c
    cat >product.c <<'EOF'
#include <stdio.h>
static double a[150][150], b[150][150], c[150][150];
int main(void)
{
    double s = 0;
    for (int i = 0; i < 150; i++)
        for (int j = 0; j < 150; j++) {
            a[i][j] = i - j;
            b[i][j] = i == j;
        }
#pragma tcr loop
    for (int i = 0; i < 150; i++)
        for (int j = 0; j < 150; j++) {
            c[i][j] = 0;
            for (int k = 0; k < 150; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
#pragma tcr reduce(+:s)
    for (int i = 0; i < 150; i++)
        s += c[i][3];
    puts(s == 150 * 149 / 2 - 3 * 150 ? "ok" : "wrong");
    return 0;
}
EOF
    for unit in p product; do
        wrapped -O2 -c $unit.c -o $unit.o
        for option in -static -static-pie; do
            wrapped $option $unit.o -o static 2>said # the linker has a word on dlopen
            not grep -v -e dlopen -e "in function \`" said
            [ "$(./static)" = ok ]
            [ "$(OMP_NUM_THREADS=3 ./static)" = ok ]
        done
    done
}
test_options_of_links() {
    program p.c
    for option in -static -static-pie; do
        wrapped $option p.c -o p 2>said # the linker has a word on dlopen
        not grep -v -e dlopen -e "in function \`" said
        [ "$(./p)" = ok ]
    done
    sed 's/int main(void)/int part(void)/' p.c >part.c
    echo 'int part(void); int main(void) { return part(); }' >main.c
    for level in -O0 -O2; do
        clean wrapped $level -fPIC -fvisibility=default -shared part.c -o libpart.so
        clean wrapped $level main.c -L. -lpart -Wl,-rpath,"$PWD" -o main
        [ "$(./main)" = ok ]
        [ "$(on_device ./main)" = ok ]
    done
    [ $KIND = clang ] || runs_with -O2 -fwhole-program
}
# linked ARGUMENT...: as `clean wrapped`, but that clang 14's linker may say which loop has no
# vectors: -Wno-pass-failed is not for it.
linked() {
    wrapped "$@" >said 2>&1 || { cat said && return 1; }
    not grep -v 'loop not vectorized' said
}
test_options_lto() {
    program p.c
    sed 's/int main(void)/int part(void)/' p.c >part.c
    echo 'int part(void); int main(void) { return part(); }' >main.c
    set -- -flto
    if [ $KIND = clang ]; then
        links -flto -fuse-ld=lld || skip "$REAL_CC has no linker for -flto"
        set -- -flto -fuse-ld=lld
    fi
    for level in -O0 -O2; do
        clean wrapped $level -flto -g -c part.c main.c
        linked $level "$@" -g part.o main.o -o main
        [ "$(./main)" = ok ]
        [ "$(on_device ./main)" = ok ]
        linked $level "$@" part.c main.c -o main
        [ "$(./main)" = ok ]
        linked $level "$@" -fPIC -shared part.c -o libpart.so
        linked $level "$@" main.c -L. -lpart -Wl,-rpath,"$PWD" -o main
        [ "$(./main)" = ok ]
    done
    if [ $KIND = gcc ]; then
        linked -O2 -flto -ffat-lto-objects -fwhole-program p.c -o p
        [ "$(./p)" = ok ]
    else
        linked -O2 -flto=thin -fuse-ld=lld part.c main.c -o main
        [ "$(./main)" = ok ]
    fi
}
test_options_linkers() { # each drops sections that nothing refers to
    program p.c
    some=
    for linker in bfd gold lld; do
        links -fuse-ld=$linker || continue
        some=yes
        linked -O1 -ffunction-sections -fdata-sections -fuse-ld=$linker -Wl,--gc-sections p.c -o p
        [ "$(./p)" = ok ]
        [ "$(on_device ./p)" = ok ]
    done
    [ "$some" ]
}
test_options_profile() { # made, and used
    program p.c
    case $KIND in
    gcc)
        clean wrapped -O2 -fprofile-generate -c p.c
        clean wrapped -fprofile-generate p.o -o p
        [ "$(./p)" = ok ]
        ls p.gcda
        clean wrapped -O2 -fprofile-use -Wall -Wextra -Werror -c p.c
        clean wrapped -fprofile-use p.o -o p
        ;;
    clang)
        links -fprofile-generate || skip "no profile runtime"
        clean wrapped -O2 -fprofile-generate p.c -o p
        [ "$(LLVM_PROFILE_FILE=$PWD/p.profraw ./p)" = ok ]
        tools=$(dirname "$(readlink -f "$(command -v "$REAL_CC")")")
        [ -x "$tools/llvm-profdata" ] || { leave_out "no llvm-profdata beside $REAL_CC" && return; }
        "$tools/llvm-profdata" merge p.profraw -o p.profdata
        clean wrapped -O2 -fprofile-use=p.profdata -Wall -Wextra -Werror p.c -o p
        ;;
    esac
    [ "$(./p)" = ok ]
}
