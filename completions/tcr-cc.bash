# SPDX-License-Identifier: MIT
# bash completion for tcr-cc: its own options, and those of the compiler that it calls (gcc
# and clang list theirs themselves).  Needs nothing of the package bash-completion.

# _tcr_cc_list PREFIX LIST WORD...: words of a comma-separated list that are not yet in it.
_tcr_cc_list() {
    local prefix=$1 list=$2 head= word
    shift 2
    case $list in *,*) head=${list%,*}, ;; esac
    for word; do
        case ,$head in *,"$word",*) ;; *) [[ $prefix$head$word == "$prefix$list"* ]] && COMPREPLY+=("$prefix$head$word") ;; esac
    done
}

_tcr_cc() {
    local line=${COMP_LINE:0:COMP_POINT} word cut
    word=${line##*[[:space:]]}
    COMPREPLY=()
    case $word in
    --tcr-arch=*)
        compopt -o nospace
        _tcr_cc_list --tcr-arch= "${word#*=}" sm_75 sm_80 sm_90 sm_100 sm_120 compute_75 compute_80 compute_90 compute_100 compute_120 ptx all default none native
        ;;
    --tcr-accept=*)
        compopt -o nospace
        _tcr_cc_list --tcr-accept= "${word#*=}" omp acc
        ;;
    --tcr-dump=*) mapfile -t COMPREPLY < <(compgen -P --tcr-dump= -W "regions device" -- "${word#*=}") ;;
    --tcr-report=json:* | --tcr-report=sarif:*)
        mapfile -t COMPREPLY < <(compgen -P "${word%%:*}:" -f -- "${word#*:}")
        ;;
    --tcr-report=*)
        compopt -o nospace
        mapfile -t COMPREPLY < <(compgen -P --tcr-report= -W "json: sarif:" -- "${word#*=}"
            compgen -P --tcr-report= -f -- "${word#*=}")
        ;;
    --tcr-keep=*) mapfile -t COMPREPLY < <(compgen -P --tcr-keep= -d -- "${word#*=}") ;;
    -*)
        mapfile -t COMPREPLY < <(compgen -W "--tcr-arch= --tcr-accept= --tcr-report --tcr-report=
            --tcr-report=json: --tcr-report=sarif: --tcr-whole-program --tcr-trust= --tcr-lineinfo --tcr-strict --tcr-dump=regions --tcr-dump=device
            --tcr-keep --tcr-keep= --tcr-static --tcr-show -show --tcr-doctor --tcr-version
            --tcr-help" -- "$word")
        case ${COMPREPLY[*]} in *= | *:) compopt -o nospace ;; esac
        case $word in
        --t*) ;;
        *)
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <("$1" --completion="$word" 2>/dev/null ||
                "$1" --autocomplete="$word" 2>/dev/null | cut -f 1)
            ;;
        esac
        ;;
    esac
    # readline replaces what follows the last = or : of the word, where it breaks words there
    cut=
    case $COMP_WORDBREAKS in *=*) case $word in *=*) cut=${word%"${word##*=}"} ;; esac ;; esac
    case $COMP_WORDBREAKS in *:*) case $word in *:*) cut=${word%"${word##*:}"} ;; esac ;; esac
    [ -z "$cut" ] || COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}

complete -o bashdefault -o default -F _tcr_cc tcr-cc
