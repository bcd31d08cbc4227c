# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # variables of run.sh
# Source packages of the distribution, for run.sh, by an apt configuration of its own: the system's
# is only asked for its mirror.  $work is the folder.

private_apt() {
    apt-get -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" \
        -o APT::Sandbox::User=root -q "$@"
}

# lists: the sources of the release itself; those of its updates need not be on every mirror.  (The
# origin is known only after an `apt-get update` of the system.)
lists() {
    [ ! -e "$work/apt/ready" ] || return 0
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)' \
        'Created-By: Packages' |
        awk '$2 !~ /-/ && $3 ~ /^(main|universe)$/ && $4 ~ /^(Debian|Ubuntu|\$)/ && !seen[$0]++ {
                 print "deb-src", $1, $2, $3 }' >"$work/apt/sources.list"
    [ -s "$work/apt/sources.list" ] || return 1
    private_apt update && ls "$work"/apt/lists/*_Sources* && : >"$work/apt/ready"
}

# tarball PACKAGE: the path of its authors' sources, downloaded if need be.
tarball() {
    folder=$work/download/$1
    if ! ls "$folder"/*.orig.tar.* >/dev/null 2>&1; then
        rm -rf "$folder"
        mkdir -p "$folder"
        (lists && cd "$folder" && private_apt source --download-only --tar-only "$1") \
            >"$work/download/$1.log" 2>&1 </dev/null || return 1
    fi
    ls "$folder"/*.orig.tar.*
}
