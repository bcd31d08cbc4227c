# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # $top, $jobs, $clang: variables of run.sh
# The builds, the suites, and which suite runs on which build: for run.sh.  README.md beside this
# file has them in a table.

# ---- builds ----

# kind_of FOLDER: gcc, clang, sanitize or thread, as that build was configured.
kind_of() {
    if [ -L "$1" ]; then
        echo clang
    elif grep -q '^TCR_SANITIZE:[A-Z]*=thread' "$1/CMakeCache.txt"; then
        echo thread
    elif grep -q '^TCR_SANITIZE:[A-Z]*=.' "$1/CMakeCache.txt"; then
        echo sanitize
    elif grep -q '^CMAKE_C_COMPILER:[A-Z]*=.*clang' "$1/CMakeCache.txt"; then
        echo clang
    else
        echo gcc
    fi
}

# configure_and_build FOLDER OPTION...  Without a line for each file, for which cmake would start.
configure_and_build() {
    folder=$1
    shift
    cmake -S . -B "$folder" -DCMAKE_RULE_MESSAGES=OFF "$@" && cmake --build "$folder" -j"$jobs" ${target:+--target "$target"}
}

# make_build KIND: $top/test-KIND.  Each looks for other faults, with as little as that needs:
#   gcc       what is shipped, by the oldest compiler and the oldest libclang
#   sanitize  memory errors and undefined behaviour, of the tools and of what is linked to programs;
#             with the newest libclang
#   thread    data races in the runtime; only its unit test is built
#   clang     is the first, whose tcr-cc calls clang
make_build() {
    target=
    # The library's kernels for the oldest and the newest architecture: 80 has nothing of its own.
    case $1 in
    gcc)
        set -- gcc -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS_RELWITHDEBINFO='-O2 -g1 -DNDEBUG' \
            -DTCR_LIBRARY_ARCHS='75;90' ${oldest:+-DTCR_LLVM_VERSION="$oldest"}
        ;;
    clang)
        { [ -e "$top/test-gcc" ] || make_build gcc; } && rm -rf "$top/test-clang" && ln -s test-gcc "$top/test-clang"
        return
        ;;
    # -g1: lines for reports, and compilers and linkers are done sooner than with -g.
    sanitize)
        set -- sanitize -DCMAKE_C_COMPILER=gcc -DTCR_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=Debug \
            -DCMAKE_C_FLAGS_DEBUG='-O1 -g1' -DTCR_LIBRARY_ARCHS= ${newest:+-DTCR_LLVM_VERSION="$newest"}
        ;;
    thread)
        ! have pkg-config || ! pkg-config --exists check || target=test_runtime
        set -- thread -DCMAKE_C_COMPILER=gcc -DTCR_SANITIZE=thread -DCMAKE_BUILD_TYPE=Debug \
            -DCMAKE_C_FLAGS_DEBUG='-O1 -g1' -DTCR_REWRITER=OFF -DTCR_LIBRARY_ARCHS=
        ;;
    *) return 1 ;;
    esac
    folder=$top/test-$1
    shift
    # Gold links in half the time; users' builds have the linker that everybody has.
    (
        case $folder in *-gcc) ;; *) ! links_with gold || have_gold_first ;; esac
        configure_and_build "$folder" "$@"
    )
}

# ---- suites ----

all_suites="golden refusals programs driver report annotated conformance samples library security docs
package tune suites mpi reproducible nests whole projects dependence generated refused damaged readers mutated
runtime sim rewriter kernels mirror runner figures licenses rooms tiles valgrind clang-format clang-tidy shellcheck"

# cases SUITE: the names of its cases, a line each; nothing for a suite that runs as a whole.
cases() {
    case $1 in
    runtime | sim | rewriter | kernels) sh tests/unit.sh "$1" --list ;;
    mpi | tune | reproducible | figures | dependence) ;;
    suites) sh tests/suites/test.sh --list ;;
    refused) sh tests/fuzz/refuse.sh --list ;;
    readers) sh tests/fuzz/readers.sh --list ;;
    valgrind) sh tests/golden/run.sh --list ;;
    generated | damaged | mutated | licenses | rooms | tiles | clang-format | clang-tidy | shellcheck) ;;
    *) sh "tests/$1/run.sh" --list ;;
    esac
}

# seeds SUITE: do its cases have numbers, as many as one likes?
seeds() {
    case $1 in generated | damaged) ;; *) return 1 ;; esac
}

# needs_build SUITE: does it run on a build?
needs_build() {
    case $1 in runner | figures | licenses | rooms | tiles | clang-format | shellcheck) return 1 ;; esac
}

# each_seed SCRIPT FOLDER SEED...: one program of each seed.
each_seed() {
    script=$1 of=$2 code=0
    shift 2
    for seed; do
        sh "$script" 1 "$of" "$seed" || code=1
    done
    return $code
}

# links_with LINKER: has the compiler that linker?
links_with() {
    echo 'int main(void) { return 0; }' | gcc -fuse-ld="$1" -x c - -o /dev/null 2>/dev/null
}

# have_gold_first: what compilers start as ld, for suites whose scripts take no flags for links.
have_gold_first() {
    mkdir -p "$top/linker" && ln -sf "$(command -v ld.gold)" "$top/linker/ld" && export COMPILER_PATH="$top/linker"
}

# run_suite SUITE FOLDER [CASE...]: all of it without a CASE.
run_suite() {
    suite=$1 folder=$2
    shift 2
    export TCR_CC=gcc
    UNIT_COMMAND=
    case $([ ! -e "$folder/CMakeCache.txt" ] || kind_of "$folder") in
    clang)
        TCR_CC=$clang
        # Comparing, and going on after failures, is the runtime's part, which gcc's programs test.
        export PROGRAMS_RUNS=host,device
        ;;
    sanitize)
        # Old code shifts negative numbers and points before the start of an array.
        export PROGRAMS_CFLAGS='-fsanitize=address,undefined -fno-sanitize=shift,object-size'
        export PROGRAMS_RUNS=host,device,faults
        # Check's parent frees a message for each assertion of its children, and each child, which has
        # its heap, looks through all that was freed when it looks for leaks at its end: half of the time.
        UNIT_COMMAND='env ASAN_OPTIONS=quarantine_size_mb=8:thread_local_quarantine_size_kb=256'
        # What tcr-rewrite leaks, golden cases and examples of refusals tell.  To look for it is a third of a call.
        case $suite in
        driver | report | damaged)
            echo detect_leaks=0 >"$top/sanitizer.tcr-rewrite"
            export ASAN_OPTIONS="include_if_exists='$top/sanitizer.%b'"
            ;;
        esac
        ;;
    # the tests of messages read them in a handler of SIGABRT
    thread) UNIT_COMMAND='env TSAN_OPTIONS=report_signal_unsafe=0' ;;
    # What tcr-cc writes is compiled in a third of the time; every fourth program has it optimised.  What
    # programs print is compared anyway; that the runtime compares each kind of loop, a third of them says.
    *)
        export PROGRAMS_MOST=-O0
        [ -z "${SAMPLED-}" ] || export PROGRAMS_COMPARED=third
        ;;
    esac
    export UNIT_COMMAND
    case $suite in
    # Units that run for a moment; driver, samples and others have the optimised code, and so have the
    # matrix products of runtime, and of sim what is about floating-point results.
    programs | mirror | nests | whole | runtime | sim) export TCR_SIM_CXX="$PWD/tests/sim_cxx.sh" ;;
    esac
    case $suite in
    # Other suites have the linker that everybody has; gold links these in half the time.
    programs) ! links_with gold || export PROGRAMS_LDFLAGS=-fuse-ld=gold ;;
    mirror | nests | whole | refused | generated | conformance | driver | report | projects)
        ! links_with gold || have_gold_first
        ;;
    esac
    case $suite in
    runtime | sim | rewriter | kernels) sh tests/unit.sh "$suite" "$folder" "$@" ;;
    golden | refusals | library) CC=$TCR_CC sh "tests/$suite/run.sh" "$folder" "$@" ;;
    conformance)
        export COMPILERS="${COMPILERS:-$TCR_CC}"
        # Units without directives are handed on, whatever the compiler is.
        case $#$TCR_CC in 0clang*) export PART=marked ;; esac
        # A compiler that gets the same call does the same: every fourth line shows it.
        [ -z "${SAMPLED-}" ] || export RECORDED=4
        sh tests/conformance/run.sh "$folder" "$@"
        ;;
    figures | runner) sh "tests/$suite/run.sh" "$@" ;;
    suites) sh tests/suites/test.sh "$folder" "$@" ;;
    mpi) sh tests/samples/mpi.sh "$folder" ;;
    refused) sh tests/fuzz/refuse.sh "$folder" "$@" ;;
    generated)
        case $TCR_CC in
        clang*) first=1000 count=${FUZZ_COUNT:-12} ;;
        *) first=1 count=${FUZZ_COUNT:-40} ;;
        esac
        if [ $# = 0 ]; then
            sh tests/fuzz/run.sh "$count" "$folder" "$first"
        else
            each_seed tests/fuzz/run.sh "$folder" "$@"
        fi
        ;;
    damaged)
        if [ $# = 0 ]; then
            sh tests/fuzz/mutate.sh 80 "$folder"
        else
            each_seed tests/fuzz/mutate.sh "$folder" "$@"
        fi
        ;;
    readers) sh tests/fuzz/readers.sh 12000 "$folder" "$@" ;;
    mutated) sh tests/fuzz/rewriter.sh 8 "$folder" ;;
    licenses) python3 tests/spdx.py ;;
    rooms) python3 tests/rooms.py ;;
    tiles) python3 tests/tiles.py ;;
    valgrind) check_valgrind "$folder" "$@" ;;
    clang-format) check_format ;;
    clang-tidy) once check_tidy "$folder" ;;
    shellcheck)
        once shellcheck -S error setup.sh .ci/run tests/*.sh tests/*/run.sh bench/*.sh bench/*/*.sh
        ;;
    *) sh "tests/$suite/run.sh" "$folder" "$@" ;;
    esac
}

# What is compiled into the tools and programs; and all C of ours, except what tests only read.
sources() { find base runtime rewriter driver include -name '*.[ch]' ! -path '*/libclang/*' | sort; }
formatted() {
    sources
    find spec kernels tests bench tune -name '*.[ch]' -o -name '*.cuh' -o -name '*.cu' |
        grep -vE '^tests/(golden|programs|conformance|driver|suites|projects|annotated|samples|package|fuzz/corpus)/' | sort
}

# Versions of clang-format differ in a few places.
check_format() {
    version=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
    if [ "$version" = 14 ]; then
        formatted | once xargs clang-format --dry-run -Werror
    else
        echo "left out: clang-format: the sources are as version 14 formats them, this is $version"
    fi
}

check_tidy() {
    sources | grep '\.c$' | xargs -P "$jobs" -n 4 clang-tidy --quiet -p "$1" --warnings-as-errors='*'
}

# check_valgrind FOLDER [CASE...]: tcr-rewrite under valgrind, which sees what the sanitizers do not
# (memory that was never set), on golden cases; without names, on some.
check_valgrind() {
    code=0
    n=0
    rewrite=$1/bin/tcr-rewrite
    shift
    # shellcheck disable=SC2046  # names without blanks
    [ $# != 0 ] || set -- $(sh tests/golden/run.sh --list | awk 'NR % 40 == 1')
    for case; do
        valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
            "$rewrite" "tests/golden/$case.c" -- cc >/dev/null
        if [ $? = 99 ]; then
            echo "FAIL valgrind/$case"
            (. tests/again.sh && again "${rewrite%/bin/*}" "valgrind/$case")
            code=$((code + 1))
        else
            n=$((n + 1))
        fi
    done
    echo "$n passed, $code failed"
    [ $code = 0 ]
}

# ---- what runs where ----

# on SECONDS BUILD SUITE [CASE...]: one for the queue.  SECONDS, about what it takes of the processors,
# is for the order alone: the longest come first, so that no processor waits for one at the end.
on() {
    seconds=$1
    shift
    case $2 in
    runtime | sim | rewriter | kernels)
        if ! have pkg-config || ! pkg-config --exists check; then
            left_out "$1 $2" "there is no Check with pkg-config"
            return
        fi
        ;;
    valgrind | clang-format | clang-tidy | shellcheck)
        have "$2" || { left_out "$2" "there is no $2" && return; }
        ;;
    readers | mutated) have clang || { left_out "$2" "there is no clang" && return; } ;;
    licenses | rooms | tiles | dependence) have python3 || { left_out "$2" "there is no python3" && return; } ;;
    esac
    printf '%s' "$seconds" >>"$top/log/queue"
    for word; do
        printf " '%s'" "$word" >>"$top/log/queue"
    done
    echo >>"$top/log/queue"
}

# in_turn KEEP OF SUITE: of the names that it reads, those that have their turn today: KEEP of OF in a row, from one
# place further on each day, so that each name is run on KEEP days of OF.  `tests/run.sh --all` has all of them, on
# any day.  What is left to other days is counted in log/turns.  (Without a name, all of a suite is run.)
in_turn() {
    [ -z "${ALL-}" ] || { cat && return; }
    awk -v keep="$1" -v of="$2" -v suite="$3" -v turn="$turn" -v left="$top/log/turns" '
        (NR + turn) % of < keep { print; next }
        { n++ }
        END { if (n) print n, suite >>left }'
}

# on_names SECONDS BUILD SUITE NAMES: as `on`, of names with blanks, one a line.
on_names() {
    seconds=$1 build=$2 suite=$3 names=$4
    set -- "$seconds" "$build" "$suite"
    while IFS= read -r name; do
        [ -z "$name" ] || set -- "$@" "$name"
    done <<EOF
$names
EOF
    on "$@"
}

# --quick: everything that one build can tell, also what a full run has a sample of.
plan_quick() {
    for suite in runtime sim rewriter kernels golden refusals programs mirror samples library driver report security \
        annotated mpi conformance tune docs suites dependence nests whole licenses rooms tiles figures runner package; do
        on 1 gcc $suite
    done
}

# Each thing runs on the build that can find its faults.  SAMPLED: where many cases find the same, some of them.  Where
# many cases are of one kind, and none is the only one of its kind, they take turns.
plan_all() {
    [ -n "${ALL-}" ] || export SAMPLED=yes
    # What depends on what programs are compiled to, installed as, and told by the system; and what
    # sanitizers do not get along with: little memory, calls that fail, hardened tools, libraries
    # linked by other compilers (three of test_whole, and test_real_save_temps).
    on 90 gcc runtime
    # shellcheck disable=SC2046  # names without blanks
    on 140 gcc programs $(cases programs | in_turn 2 3 'gcc programs')
    # shellcheck disable=SC2046
    on 31 gcc mirror $(cases mirror | in_turn 2 3 'gcc mirror')
    on 70 gcc driver 'test_build' 'test_faults' 'test_hostile' 'test_hardened' 'test_marked' \
        test_whole_objects test_whole_statics test_whole_statics_packed \
        'test_real_linked_names' 'test_real_rewritten_names' 'test_real_save_temps' 'test_real_untouched'
    # shellcheck disable=SC2046
    on 57 gcc annotated $(cases annotated | in_turn 2 3 'gcc annotated')
    # shellcheck disable=SC2046
    on 48 gcc conformance $(cases conformance | in_turn 2 3 'gcc conformance')
    on 25 gcc security
    on 30 gcc docs
    on 15 gcc reproducible
    # shellcheck disable=SC2046
    on 21 gcc whole $(cases whole | in_turn 2 3 'gcc whole')
    on 11 gcc nests
    # shellcheck disable=SC2046
    on 21 gcc samples $(cases samples | in_turn 2 3 'gcc samples')
    on 14 gcc report test_database test_messages test_plan test_dumps test_sarif
    on 2 gcc mpi
    on 2 gcc tune
    on 7 gcc library
    on 1 gcc kernels
    # What the kernels compute, on all architectures; sanitizers see the simulated device, below.
    on 23 gcc sim accuracy arrays kernels updates variants
    on 1 gcc suites
    # shellcheck disable=SC2046
    on 35 gcc package $(cases package | in_turn 2 3 'gcc package')
    # shellcheck disable=SC2046
    on 11 gcc projects $(printf '%s\n' bzip2 mawk serd | in_turn 1 3 'gcc projects')
    on 22 gcc refused
    on 22 gcc generated
    on 25 gcc dependence
    # Errors in memory and undefined behaviour, of the rewriter, the driver, the runtime and the
    # simulated device: their pure functions need no other build.  Tests that link the sanitized
    # runtime with another compiler cannot work.
    # After gcc's run, whose code for devices it finds.
    on_names 61 sanitize runtime "$(cases runtime | in_turn 2 3 'sanitize runtime')"
    # Backwards: half way it meets gcc's run, and each finds what the other had compiled for devices.  Histograms
    # are the device's, which no sanitizer sees: sections_checked has the host's side of them.
    # shellcheck disable=SC2046  # names without blanks
    on 38 sanitize programs $(programs_for_sanitizers | grep -v '^histograms' | awk 'NR % 6 == 1' | sort -r)
    # shellcheck disable=SC2046  # names without blanks
    on 50 sanitize driver $(driver_for_sanitizers | in_turn 2 3 'sanitize driver')
    on 20 sanitize sim arrays backend contexts memory mma owned pointer run
    on 12 sanitize report test_pragmas test_sarif_errors test_sarif_every_reason test_sarif_places
    on 11 sanitize damaged
    on 16 sanitize rewriter
    on 10 sanitize refusals
    on 12 sanitize golden
    on 5 sanitize library
    # Data races.
    on_names 29 thread runtime "$(cases runtime | in_turn 2 3 'thread runtime')"
    # What clang makes of directives, its OpenMP, its preprocessed text and its messages, by the first
    # build's tools; clang-tidy has clang's warnings of our sources.  The rest of the driver's tests have compilers that only
    # record; libraries and other targets are served alike, whatever the compiler is.
    if [ -n "$clang" ]; then
        # shellcheck disable=SC2046  # names without blanks
        on 40 clang programs $(programs_for_clang)
        # Of options, those that clang has in ways of its own.
        # shellcheck disable=SC2046
        on 20 clang annotated $(cases annotated | grep -E '^test_(debug|options_(lto|linkers|of_links|of_c90|profile|static|threads)|sanitizers|warnings)' |
            in_turn 1 2 'clang annotated')
        # shellcheck disable=SC2046  # names without blanks
        on 20 clang conformance $(sh tests/conformance/run.sh --list | grep '^marked' | awk 'NR % 4 == 1')
        # shellcheck disable=SC2046  # names without blanks
        on 30 clang driver 'test_real' $(driver_for_clang)
        on 9 clang generated
    fi
    # Without a build, or with one of their own.
    on 27 gcc mutated
    on 24 gcc readers
    on 14 gcc valgrind
    on 20 gcc clang-tidy
    on 17 gcc runner
    on 1 gcc figures
    on 1 gcc licenses
    on 1 gcc rooms
    on 1 gcc tiles
    on 1 gcc clang-format
    on 1 gcc shellcheck
}

# The driver's tests, except those that gcc's build runs: what it makes of builds, what it links, and three with a compiler start for
# each of many names.
driver_for_sanitizers() {
    sh tests/driver/run.sh --list |
        grep -v -E '^test_(build.*|hostile_names|real_linked_names|real_rewritten_names|real_save_temps|real_untouched)$'
}

# The driver's builds with a real compiler that gcc's run does not do with clang, too.
driver_for_clang() {
    awk '/^test_[a-z0-9_]*\(\)/ { name = $1; sub(/\(.*/, "", name); names[++n] = name }
        /\$\(compilers\)/ { both[name] = 1 }
        END { for (i = 1; i <= n; i++) if (!both[names[i]]) print names[i] }' tests/driver/t_build.sh
}

# The programs that clang compiles: those that sanitizers change, some about what clang has ways of its own
# for (linear(), sections in reduction(), statement expressions), and a fortieth of the others.
programs_for_clang() {
    {
        sh tests/programs/run.sh --list | awk 'NR % 40 == 4'
        sh tests/programs/run.sh --list | grep -E \
            '^(atomic_omp|attributes|complex|elvis|generic_macros|header_macros|linear_ways|nan_calls|omp_combined|omp_simd|omp_values|pragmas_of_clang|statement_exprs|switches|thread_local_state)(\.c)?$'
        (cd tests/programs && grep -l '^[ */]*sanitize: no' ./*.c ./*/main.c) | sed 's|^\./||; s|/main\.c$||'
    } | sort -u
}

# The programs for sanitizers, of which every sixth is run.  Not those that are about how something is written (names, headers,
# literals, comments, the words of directives), which golden cases give to the sanitized rewriter, too; nor
# those about values and the order of floating-point results, whose arrays are as those of others; nor,
# as no sanitizer sees the device's code, most of those about how nests are spread over it, and of several
# about one kind of statement more than one or two.
programs_for_sanitizers() {
    sh tests/programs/run.sh --list | grep -v -E \
        '^(acc_heeded|asked_last|atomic_capture_block|atomic_mixed|atomic_omp|attributes|blocks_compared|blocks_own_arguments|blocks_sized|compare_in_order|complex|conditions|conversions|counters|decided_order|declared_first|digit_separators|elvis|extern_in_block|floats_in_double|generic_macros|header|header_macros|headers|host_paths_forms|host_paths_nested|image|infinite_extremes|integer_fmax|jumps|lattice|linear_amounts|linear_ways|literals|loader_messages|many_names|mathlib|max_functions|names|names_spelled|nan_calls|nan_order|nests_ahead|nests_aliased|nests_columns|nests_columns_best|nests_complex|nests_enemy|nests_few|nests_flat|nests_long|nests_look|nests_ordered|nests_places|nests_runs|never_runs|nothing|omp_all_pairs|omp_collapse|omp_combined|omp_comments|omp_counted|omp_heat|omp_hints|omp_last_plain|omp_left_teams|omp_nowait_calls|omp_pipeline|omp_plain|omp_product|omp_rows_pivot|omp_simd|omp_team|omp_tiles|omp_values|omp_values_plain|omp_written_forms|pragmas_of_clang|precision|product_on_host|products|products_near|quotients|root_inverse|spellings|statement_exprs|switches|temporary_set_in_part_by_math|temporary_used_after_break|temporary_used_after_case|temporary_used_next_turn|thread_local_state|tuning)(\.c)?$'
}
