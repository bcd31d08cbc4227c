#!/bin/sh
# SPDX-License-Identifier: MIT
# A root directory with nothing but Debian's essential packages and what a package depends on.
#
#     clean_root.sh DEB DIRECTORY [MORE-PACKAGE...]
#
# It is made of this machine's own packages, by what dpkg says is in them (nothing is fetched):
# the files of the essential packages and of those that DEB depends on, directly or not, and
# a dpkg database that knows of these alone.  So a dependency that DEB forgets is missing there,
# as it would be on a new machine, and `dpkg -i` refuses where one cannot be met.
set -eu
deb=$1 root=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# All installed packages: "name<TAB>essential<TAB>provides<TAB>pre-depends, depends".
dpkg-query -W -f '${Package}\t${Essential}\t${Provides}\t${Pre-Depends}, ${Depends}\t${db:Status-Status}\n' |
    awk -F '\t' '$5 == "installed"' >"$work/installed"
wanted=$(dpkg-deb -f "$deb" Pre-Depends Depends | sed 's/^[A-Za-z-]*: //' | tr '\n' ',')
# The closure: of alternatives, the first that is installed.
awk -F '\t' -v wanted="$wanted" -v more="$*" '
    function add(name) { if (!(name in closed)) { closed[name] = 1; queue[++n] = name } }
    function take(list, i, k, choices, items) {
        n_items = split(list, items, ",")
        for (i = 1; i <= n_items; i++) {
            n_choices = split(items[i], choices, "|")
            for (k = 1; k <= n_choices; k++) {
                gsub(/\(.*\)|\[.*\]|:any|[ \t]/, "", choices[k])
                if (choices[k] in depends) { add(choices[k]); break }
                if (choices[k] in provider) { add(provider[choices[k]]); break }
            }
        }
    }
    {
        depends[$1] = $4
        if ($2 == "yes") essential[$1] = 1
        m = split($3, names, ",")
        for (i = 1; i <= m; i++) {
            gsub(/\(.*\)|[ \t]/, "", names[i])
            provider[names[i]] = $1
        }
    }
    END {
        for (name in essential) add(name)
        add("dpkg"); take(wanted); gsub(/ /, ",", more); take(more)
        for (k = 1; k <= n; k++) take(depends[queue[k]])
        for (name in closed) print name
    }' "$work/installed" | sort >"$work/packages"

# Their files (architecture-qualified lists, as dpkg keeps them).
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers" \
    "$root/tmp" "$root/proc" "$root/dev" "$root/etc" "$root/root"
chmod 1777 "$root/tmp"
while read -r name; do
    for list in /var/lib/dpkg/info/"$name".list /var/lib/dpkg/info/"$name":*.list; do
        [ ! -e "$list" ] || cat "$list"
    done
done <"$work/packages" | sort -u >"$work/names"
# Documents are not needed; the links / -> usr of a merged system first.
for link in bin sbin lib lib32 lib64 libx32; do
    [ ! -L /$link ] || { mkdir -p "$root/$(readlink /$link)"; ln -s "$(readlink /$link)" "$root/$link"; }
done
# Not through a link of the machine's: /lib/x is in /usr/lib of a merged system.
sed -e 's|^/||' -e 's|^\(bin\|sbin\|lib\|lib32\|lib64\|libx32\)/|usr/\1/|' "$work/names" |
    grep -v -E '^(\.|usr/share/(doc|man|locale|info)/.*|bin|sbin|lib|lib32|lib64|libx32)?$' |
    sort -u >"$work/relative"
# What was diverted or removed since is not there, and tar would stop.
(cd / && while read -r file; do [ -e "$file" ] || [ -L "$file" ] && echo "$file"; done) \
    <"$work/relative" >"$work/there"
tar -C / --no-recursion -cf - -T "$work/there" | tar -C "$root" -xf -
# Links between alternatives (cc, c99) belong to no package.
mkdir -p "$root/etc/alternatives"
for link in /etc/alternatives/*; do
    file=$(readlink "$link") || continue
    if [ -e "$root$file" ]; then
        cp -P "$link" "$root/etc/alternatives/"
    fi
done
for link in /usr/bin/*; do
    case $(readlink "$link" || :) in
    /etc/alternatives/*) [ ! -L "$root$(readlink "$link")" ] || cp -P "$link" "$root/usr/bin/" ;;
    esac
done
# The database: these packages, and no others.
awk -v list="$work/packages" '
    BEGIN { while ((getline line < list) > 0) want[line] = 1 }
    { split($0, lines, "\n"); name = lines[1]; sub(/^Package: /, "", name) }
    name in want { print $0 "\n" }' RS= /var/lib/dpkg/status >"$root/var/lib/dpkg/status"
while read -r name; do
    cp /var/lib/dpkg/info/"$name".* /var/lib/dpkg/info/"$name":*.* "$root/var/lib/dpkg/info/" \
        2>/dev/null || :
done <"$work/packages"
cp /var/lib/dpkg/info/format "$root/var/lib/dpkg/info/"
[ ! -e /var/lib/dpkg/arch ] || cp /var/lib/dpkg/arch "$root/var/lib/dpkg/"
[ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3 2>/dev/null || : >"$root/dev/null"
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
/sbin/ldconfig -r "$root"
