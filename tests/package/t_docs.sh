# SPDX-License-Identifier: MIT
# Manual pages, completions and the doctor: they tell of all options and variables there are.

# All options of --tcr-help, without values.
options() { "$MOVED/bin/tcr-cc" --tcr-help | grep -o -e '--tcr-[a-z-]*' | sort -u; }
# page FILE: as text, without bold and line breaks in words.
page() { mandoc -T ascii -O width=1000 "$MOVED/share/man/$1" | sed 's/.\x08//g'; }

test_manual_pages() {
    needs mandoc
    for file in "$MOVED"/share/man/man*/*; do
        mandoc -T lint -W warning "$file"
    done
    [ "$(find "$MOVED/share/man" -type f | wc -l)" -eq 9 ]
    ! command -v man || for file in "$MOVED"/share/man/man*/*; do
        LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -l "$file" 2>&1 >/dev/null | tee -a said.txt
    done
    [ ! -s said.txt ]
}
test_options_are_documented() {
    needs mandoc
    page man1/tcr-cc.1 >tcr-cc.txt
    [ "$(options | wc -l)" -ge 12 ]
    for option in $(options); do
        grep -q -e "$option\\([^a-z-]\\|\$\\)" tcr-cc.txt || { echo "tcr-cc(1) has no $option"; return 1; }
        grep -q -e "$option\\([^a-z-]\\|\$\\)" "$MOVED/share/doc/tcr/docs/user-guide.md" ||
            { echo "user-guide.md has no $option"; return 1; }
    done
    # and no others
    grep -o -e '--tcr-[a-z-]*' tcr-cc.txt | grep -v -x -e --tcr- | sort -u >named.txt
    options | diff - named.txt
    # tcr-cc knows these, and only these
    sed -n '/option_names\[\]/,/};/p' "$ROOT/driver/command/own.c" | grep -o -e '--tcr-[a-z-]*' | sort -u >known.txt
    options | diff - known.txt
    for tool in tcr-rewrite tcr-tune; do
        page man1/$tool.1 >$tool.txt
        "$MOVED/bin/$tool" --tcr-help >help.txt 2>&1 || "$MOVED/bin/$tool" --help >help.txt
        for option in $(grep -o -e '--[a-z][a-z-]*' help.txt | sort -u); do
            grep -q -e "$option" $tool.txt || { echo "$tool(1) has no $option"; return 1; }
        done
    done
}
test_variables_are_documented() {
    needs mandoc
    # the runtime's list of names, and that of tcr-cc
    sed -n '/ names\[\] = /,/;/p' "$ROOT/runtime/ground/env.c" | grep -o 'TCR_[A-Z_]*' | sort -u >runtime.txt
    sed -n '/variable_names\[\] = /,/;/p' "$ROOT/driver/command/own.c" | grep -o 'TCR_[A-Z_]*' | sort -u >driver.txt
    diff runtime.txt driver.txt
    [ "$(wc -l <driver.txt)" -ge 20 ]
    page man7/tcr.7 | grep -o 'TCR_[A-Z_]*[A-Z]' | sort -u >page.txt
    diff driver.txt page.txt
}
test_directives_are_documented() {
    needs mandoc
    page man7/tcr.7 >tcr.txt
    for words in 'reduce(' loop data 'enter data' 'exit data' update routine wait; do
        grep -q -F "#pragma tcr $words" tcr.txt
    done
}

# complete LINE: what bash offers.
bash_offers() {
    # shellcheck disable=SC2016
    bash -c '. "$2"; compopt() { :; }
        COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=${3-" =:"}
        _tcr_cc "$4"; printf "%s\n" "${COMPREPLY[@]}"' bash "$1" \
        "$MOVED/share/bash-completion/completions/tcr-cc" " =:" "$MOVED/bin/tcr-cc" | sort -u
}
test_completion_bash() {
    needs bash
    bash_offers 'tcr-cc -O2 --tcr-' >offered.txt
    sed 's/=.*//' offered.txt | sort -u >names.txt
    options | diff - names.txt
    bash_offers 'tcr-cc -sh' | grep -x -e -show
    [ "$(bash_offers 'tcr-cc --tcr-dump=' | tr '\n' ' ')" = "device plan " ]
    [ "$(bash_offers 'tcr-cc --tcr-accept=omp,a')" = "omp,acc" ]
    [ "$(bash_offers 'tcr-cc x.c --tcr-arch=sm_75,sm_80,sm_9')" = "sm_75,sm_80,sm_90" ]
    touch here.json
    [ "$(bash_offers 'tcr-cc --tcr-report=json:her')" = "here.json" ]
    [ "$(bash_offers 'tcr-cc --tcr-report=sarif:her')" = "here.json" ]
    mkdir kept
    [ "$(bash_offers 'tcr-cc --tcr-keep=ke')" = "kept" ]
    TCR_CC=gcc bash_offers 'tcr-cc -fopenm' | grep -x -e -fopenmp
}
test_completion_fish() {
    needs fish
    file=$MOVED/share/fish/vendor_completions.d/tcr-cc.fish
    HOME=$PWD fish -c "source $file; complete -C 'tcr-cc --tcr-'" >offered.txt
    # fish 4 adds what has these letters in that order
    sed 's/[=	].*//' offered.txt | grep '^--tcr-' | sort -u >names.txt
    options | diff - names.txt
    HOME=$PWD fish -c "source $file; complete -C 'tcr-cc --tcr-dump=p'" | grep '^--tcr-dump=plan'
}
# zsh_offers WORDS LAST: what zsh shows after two tabs, on a terminal of its own, until LAST.
zsh_offers() {
    cat >ask.zsh <<'END'
zmodload zsh/zpty
export TERM=dumb
zpty shell 'stty cols 200 rows 50; exec zsh -f -i'
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit && compinit -u -d $PWD/dump; LISTMAX=0; PS1=; print R''EADY"
zpty -r -m shell text '*READY*'
zpty -n -w shell "tcr-cc $2"$'\t\t'
for i in {1..300}; do
    while zpty -r -t shell part; do all+=$part; done
    [[ $all == *"$3"* ]] && break
    sleep 0.1
done
print -r -- $all
zpty -d shell
END
    HOME=$PWD timeout 60 zsh -f ask.zsh "$MOVED/share/zsh/site-functions" "$1" "$2" || :
}
test_completion_zsh() {
    needs zsh
    zsh_offers --tcr- --tcr-whole-program >offered.txt
    grep -o -e '^--tcr-[a-z-]*' offered.txt | sort -u >names.txt
    options | diff - names.txt
    zsh_offers --tcr-arch=sm_75,sm_ sm_90 | tr -s ' ' | grep 'sm_100 .*sm_120 sm_80 sm_90'
}

doctor() { env "$@" "$MOVED/bin/tcr-cc" --tcr-doctor || :; }
test_doctor() {
    doctor >all.txt
    for what in tcr-cc compiler OpenMP tcr-rewrite libclang NVRTC runtime 'CUDA driver' device simulator \
        temporaries 'run path' configuration links; do
        grep "^$what " all.txt
    done
    # Whatever is not found, the next line says what to do.
    for without in HOME= XDG_CONFIG_HOME=/nowhere TMPDIR=/nowhere TCR_CC=nothing TCR_SIM_CXX=/nowhere \
        TCR_REWRITE=/nowhere TCR_LIBDIR=/nowhere TCR_CUDA_HOME=/nowhere TCR_CC=true; do
        doctor $without >said.txt 2>&1
        grep -A1 'not found$' said.txt | grep -v 'not found$\|^--$' >remedies.txt || :
        [ "$(grep -c 'not found$' said.txt)" -eq "$(grep -c '^ *-> [a-z]' remedies.txt)" ]
    done
    doctor HOME= XDG_CONFIG_HOME= | grep 'set HOME or XDG_CONFIG_HOME'
    doctor TMPDIR=/nowhere | grep "TMPDIR is '/nowhere', in which nothing can be made"
    doctor TMPDIR="$PWD" | grep "^temporaries  *$PWD$"
    doctor TCR_LIBDIR=/nowhere | grep 'libtcr.so is missing'
    mkdir tcr
    touch tcr/shapes
    doctor XDG_CONFIG_HOME="$PWD" | grep "^configuration  *$PWD/tcr/shapes$"
    doctor | grep 'links  *.*/lib/tcr/bin'
    doctor PATH="$MOVED/lib/tcr/bin:$PATH" | grep 'on PATH: gcc, cc'
}
test_doctor_mpi() {
    doctor OMPI_CC=gcc >said.txt
    grep 'OMPI_CC=gcc' said.txt
    grep 'mpicc compiles without tcr; set OMPI_CC=tcr-cc' said.txt
    doctor MPICH_CC="$MOVED/bin/tcr-cc -O2" >said.txt
    grep 'MPICH_CC=' said.txt
    not grep 'compiles without tcr' said.txt
    mkdir bin
    printf '#!/bin/sh\nexec gcc "$@"\n' >bin/mpicc
    chmod +x bin/mpicc
    doctor PATH="$PWD/bin:$PATH" TCR_CC=mpicc OMPI_CC="$MOVED/lib/tcr/bin/gcc" |
        grep 'they call each other; set TCR_CC to a compiler that is no MPI'
    doctor PATH="$PWD/bin:$PATH" | grep -A1 "^MPI  *$PWD/bin/mpicc" | grep 'OMPI_CC=tcr-cc (Open MPI)'
}
