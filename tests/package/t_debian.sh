# SPDX-License-Identifier: MIT
# The Debian package, in a root that has only what it depends on (clean_root.sh).

# A package of Debian's must have the libclang that the build has found.
deb() {
    needs cpack dpkg-deb dpkg-query dpkg-shlibdeps
    grep -q 'libclang' "$BUILD/CPackConfig.cmake" || skip "libclang is not of a Debian package"
    [ -e "$SHARED/deb" ] || cpack --config "$BUILD/CPackConfig.cmake" -G DEB -B "$SHARED/deb" >cpack.txt 2>&1 || {
        cat cpack.txt
        return 1
    }
    DEB=$(ls "$SHARED"/deb/*.deb)
}
map=--map-root-user
[ "$(id -u)" != 0 ] || map=
# inside COMMAND...: in ./root, with a /proc, as its own root user.
inside() {
    # shellcheck disable=SC2086,SC2016  # no word, or one; $@ is the inner shell's
    unshare $map --mount --pid --fork sh -c 'mount -t proc proc root/proc && exec chroot root "$@"' sh \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}
test_debian_package() {
    deb
    needs unshare chroot tar
    mkdir -p root/proc
    # shellcheck disable=SC2086  # no word, or one
    unshare $map --mount --pid --fork mount -t proc proc root/proc 2>/dev/null ||
        skip "no name spaces here (unshare --mount --pid)"
    # What is in it.
    dpkg-deb -f "$DEB" >control.txt
    grep '^Depends: .*gcc | clang | c-compiler.*libclang-common-[0-9]*-dev.*libclang1-[0-9]*' control.txt
    grep '^Depends: .*libc6 (' control.txt
    grep '^Section: devel' control.txt
    grep '^Maintainer: .* <.*@.*>' control.txt
    dpkg-deb -x "$DEB" tree
    find tree -type l -lname '/*' | not grep .
    for file in tree/usr/bin/* tree/usr/lib/libtcr.so.0.*; do
        readelf -d "$file" | not grep -E 'R(UN)?PATH'
    done
    not grep -rl -e "$BUILD" tree
    ! command -v python3 || python3 "$ROOT/tests/package/sbom.py" tree/usr share/doc/tcr/tcr.spdx.json
    [ ! -e tree/usr/lib/tcr/bin ] # links are made where it is installed
    # A clean root: everything it says it needs, and nothing else.
    sh -eu "$ROOT/tests/package/clean_root.sh" "$DEB" root || skip "no root of packages: see above"
    [ ! -e root/usr/bin/cmake ] && [ ! -e root/usr/bin/python3 ]
    find root ! -type d ! -path 'root/proc/*' | sort >before.txt
    cp "$DEB" root/tmp/tcr.deb
    sample
    mkdir root/tmp/norm
    cp ./*.[ch] root/tmp/norm
    inside dpkg -i /tmp/tcr.deb
    inside dpkg -s tcr | grep 'Status: install ok installed'
    inside ls /usr/lib/tcr/bin/gcc /usr/lib/tcr/bin/cc
    # It compiles and runs.
    inside sh -ec 'cd /tmp/norm && tcr-cc -O2 main.c norm.c -o norm -lm && nm norm | grep " tcr_region_0$" && ./norm' >said.txt
    tail -1 said.txt | diff expected.txt -
    inside sh -ec 'cd /tmp/norm && PATH=/usr/lib/tcr/bin:$PATH && gcc -fPIC -shared norm.c -o libnorm.so && gcc main.c ./libnorm.so -o norm -lm && ./norm' >said.txt
    tail -1 said.txt | diff expected.txt -
    inside sh -c 'cd /tmp/norm && tcr-cc --tcr-doctor' >doctor.txt
    grep '^tcr-rewrite  */usr/bin/tcr-rewrite' doctor.txt
    grep '^libclang  *.*clang version' doctor.txt
    grep -A1 'not found' doctor.txt | not grep 'complete the installation'
    # A compiler comes (the trigger), and goes.
    inside sh -ec 'ln -s gcc /usr/bin/gcc-77 && dpkg-trigger --no-await /usr/lib/gcc && dpkg --triggers-only tcr && [ -L /usr/lib/tcr/bin/gcc-77 ]
        rm /usr/bin/gcc-77 && dpkg-trigger --no-await /usr/lib/gcc && dpkg --triggers-only tcr && [ ! -L /usr/lib/tcr/bin/gcc-77 ]'
    # Again, over itself; then gone, with all that it has made.
    inside dpkg -i /tmp/tcr.deb
    [ -L root/usr/lib/tcr/bin/gcc ]
    inside dpkg --purge tcr
    rm -rf root/tmp/norm root/tmp/tcr.deb
    find root ! -type d ! -path 'root/proc/*' | sort >after.txt
    grep -v -E 'root/var/(lib|cache|log)|root/etc/ld.so.cache' after.txt >left.txt
    grep -v -E 'root/var/(lib|cache|log)|root/etc/ld.so.cache' before.txt | diff - left.txt
    [ ! -e root/usr/lib/tcr ] && [ ! -e root/usr/share/doc/tcr ]
    not grep -e tcr root/var/lib/dpkg/status
    ls root/var/lib/dpkg/info | not grep -e tcr
}
# What Debian's checker calls an error; the maintainer's address is the one that is none.
test_lintian() {
    needs lintian
    deb
    lintian --allow-root --tag-display-limit 0 "$DEB" >said.txt 2>&1 || :
    cat said.txt
    grep '^E:' said.txt | not grep -v bogus-mail-host
    not grep '^W: .*\(ldconfig\|manual-page\|man-\|extended-description\|permission\|strip\)' said.txt
}
