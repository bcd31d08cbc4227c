# SPDX-License-Identifier: MIT
# tcr.spdx.json: what is installed, and what it needs.

test_sbom() {
    needs python3
    python3 "$ROOT/tests/package/sbom.py" "$MOVED" share/doc/tcr/tcr.spdx.json >said.txt
    grep "^version $("$MOVED/bin/tcr-cc" --tcr-version | sed -n 's/^tcr-cc //p')$" said.txt
    # the libclang that is linked
    "$MOVED/bin/tcr-cc" --tcr-doctor >doctor.txt
    grep "^libclang .*version $(sed -n 's/^libclang //p' said.txt)" doctor.txt
    # a check that cannot fail would be none
    cp -R "$MOVED" damaged
    echo >>damaged/include/tcr.h
    not python3 "$ROOT/tests/package/sbom.py" damaged share/doc/tcr/tcr.spdx.json
}
# The same files, the same list: it holds no time and no place.
test_sbom_is_reproducible() {
    SOURCE_DATE_EPOCH=86400 DESTDIR=$PWD/one cmake --install "$BUILD" --prefix /opt/tcr >log.txt
    DESTDIR=$PWD/two cmake --install "$BUILD" --prefix /usr >log.txt
    sbom=share/doc/tcr/tcr.spdx.json
    cmp two/usr/$sbom "$MOVED/$sbom"
    grep '"created": "1970-01-02T00:00:00Z"' one/opt/tcr/$sbom
    sed 's/1970-01-02/1970-01-01/' one/opt/tcr/$sbom | cmp - two/usr/$sbom
    not grep -e "$BUILD" -e "$PWD" two/usr/$sbom
}
