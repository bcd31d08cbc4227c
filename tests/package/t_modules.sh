# SPDX-License-Identifier: MIT
# The module file, by a Tcl that records what it asks for.

test_module_file() {
    needs tclsh
    file=$(echo "$MOVED"/share/tcr/modulefiles/tcr/*)
    [ -f "$file" ]
    cat >read.tcl <<'END'
proc module-whatis {text} {}
proc conflict {args} {}
proc prepend-path {name value} { puts "$name $value" }
set ModulesCurrentModulefile [lindex $argv 0]
source $ModulesCurrentModulefile
END
    tclsh read.tcl "$file" >said.txt
    cat said.txt
    grep -x "PATH $MOVED/bin" said.txt
    grep -x "MANPATH $MOVED/share/man" said.txt
    grep -x "CMAKE_PREFIX_PATH $MOVED" said.txt
    while read -r name value; do
        [ -d "$value" ] || { echo "$name: $value" && return 1; }
    done <said.txt
    PKG_CONFIG_PATH=$(sed -n 's/^PKG_CONFIG_PATH //p' said.txt)
    [ -e "$PKG_CONFIG_PATH/tcr.pc" ]
}
