#!/bin/sh
# SPDX-License-Identifier: MIT
# What the README promises of a fresh machine, on one: a new root directory of a release of Debian
# or Ubuntu.  To be run before each release of ours, as root, for every system that the README names.
#
#     tests/clean-root/run.sh RELEASE              ./setup.sh, then tests/run.sh; in a second root .ci/run --all
#     tests/clean-root/run.sh RELEASE COMMAND      that command of the shell, in a new root
#     AGAIN=1 tests/clean-root/run.sh RELEASE COMMAND     in the root of the last run
#
# RELEASE is a name that debootstrap knows (bookworm, trixie, noble).  The commands run in a clone of
# what is committed here, with nothing installed but the release's essential packages and apt, and
# with /proc, /sys, /dev/pts and /dev/shm of their own.  The packages come from where this machine
# gets its own, by its configuration of apt, if it has the same origin; else from where debootstrap
# gets them; MIRROR is another address.
#
# ROOTS is the folder of the roots (/var/tmp/tcr-roots): RELEASE.new as it was made, RELEASE the
# one in use.  They stay there; a later run makes the latter again from the former.
set -eu
tree=$(cd "$(dirname "$0")/../.." && pwd)
[ $# = 1 ] || [ $# = 2 ] || {
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
}
release=$1 command=${2-}
roots=${ROOTS:-/var/tmp/tcr-roots}
new=$roots/$release.new
root=$roots/$release
complain() {
    echo "tests/clean-root/run.sh: $*" >&2
    exit 1
}

# origin: whose release it is; components: where its packages are.
case $release in
jammy | noble | oracular | plucky | questing | resolute) origin=Ubuntu components=main,universe ;;
*) origin=Debian components=main ;;
esac

# The address from which this machine gets packages of that origin; none if it does not.
own_mirror() {
    apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Identifier: Packages' 2>/dev/null |
        awk -v origin="$origin" '$1 == origin && $2 == origin { print $3; exit }'
}

make_root() {
    command -v debootstrap >/dev/null || complain "there is no debootstrap (the package debootstrap)"
    rm -rf "$new.part"
    mirror=${MIRROR-$(own_mirror)}
    # shellcheck disable=SC2086  # no word, or one
    debootstrap --variant=minbase --components=$components "$release" "$new.part" $mirror ||
        complain "debootstrap failed; what was made is in $new.part"
    # How apt gets there, and by what certificates; not what packages have put there.
    for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/* /etc/apt/auth.conf /etc/apt/auth.conf.d/*; do
        case $file in
        */auth.conf*) [ -f "$file" ] ;;
        *) [ -f "$file" ] && grep -q Acquire "$file" && ! dpkg -S "$file" >/dev/null 2>&1 ;;
        esac && cp "$file" "$new.part${file%/*}/"
    done
    if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
        mkdir -p "$new.part/etc/ssl/certs"
        cp -L /etc/ssl/certs/ca-certificates.crt "$new.part/etc/ssl/certs/"
    fi
    mv "$new.part" "$new"
}

# fresh_root: $root as a new machine, with a clone of the tree in it.
fresh_root() {
    rm -rf "$root"
    cp -a "$new" "$root"
    git clone -q --no-hardlinks "$tree" "$root/tcr"
    chown -R 0:0 "$root/tcr"
}

# inside COMMAND: in $root/tcr, as a machine's own root user.
inside() {
    for file in /etc/resolv.conf /etc/hosts; do
        [ ! -e $file ] || cp -L $file "$root$file"
    done
    # Processes that a test leaves behind end with their name space.
    # shellcheck disable=SC2016  # for the inner shells
    unshare --mount --pid --fork --kill-child sh -euc '
        mount --bind "$1" "$1"
        mount -t proc proc "$1/proc"
        mount -t sysfs -o ro sysfs "$1/sys" 2>/dev/null || mount --rbind /sys "$1/sys"
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$1/dev/pts"
        rm -f "$1/dev/ptmx" && ln -s pts/ptmx "$1/dev/ptmx"
        mkdir -p "$1/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
        # The root of the name space, where name spaces of users can be made, too.
        cd "$1" && mkdir -p outside && pivot_root . outside
        exec chroot . env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            HOME=/root LANG=C.UTF-8 TERM=dumb sh -c "umount -l /outside && rmdir /outside
            cd /tcr || exit; $2"' sh "$root" "$1" </dev/null
}

[ "$(id -u)" = 0 ] || complain "only root can make a root directory"
mkdir -p "$roots"
[ -d "$new" ] || make_root
if [ -n "$command" ]; then
    [ -n "${AGAIN-}" ] && [ -d "$root/tcr" ] || fresh_root
    inside "$command"
    exit
fi
failed=
for steps in "./setup.sh && tests/run.sh" ".ci/run --all"; do
    echo "== $release: $steps"
    fresh_root
    inside "$steps" || failed="$failed; $steps"
done
[ -z "$failed" ] || complain "$release:${failed#;} failed"
