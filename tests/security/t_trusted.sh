# SPDX-License-Identifier: MIT
# Files that decide what a program does: used only where nobody else can have written them.

# cached: a program, and its object in `cache`, made by one call of the compiler.
cached() {
    compiler
    sum
    mkdir cache
    [ "$(TCR_SIM_CACHE=$PWD/cache simulated ./sum)" = 500500 ]
    compiled 1
    [ "$(TCR_SIM_CACHE=$PWD/cache simulated ./sum 2>&1)" = 500500 ]
    compiled 0
    entry=$(echo cache/*.so)
    headers=$(echo cache/headers-*)
    [ "$(find cache -mindepth 1 -maxdepth 1 | sort)" = "$(printf '%s\n' "$entry" "$headers" | sort)" ]
    cp "$entry" entry.kept
}

# refused WORDS: the object is made anew, with one line that says why; all is right again then.
refused() {
    TCR_SIM_CACHE=$PWD/cache simulated ./sum >out 2>err
    [ "$(cat out)" = 500500 ]
    compiled 1
    [ "$(wc -l <err)" = 1 ]
    grep "^tcr: warning: TCR_SIM_CACHE=$PWD/cache: .*$1" err
}

# fresh: the cache as it was.
fresh() {
    rm -rf "$entry" cache/.??*
    chmod 755 cache
    cp entry.kept "$entry"
    chmod 644 "$entry"
}

test_a_cache_that_others_may_write() {
    cached
    for mode in 775 757 777 1777; do
        chmod $mode cache
        refused 'others may write to it.*the directory is not used'
        cmp "$entry" entry.kept
    done
    fresh
    for mode in 664 646; do
        chmod $mode "$entry"
        refused "others may write to it.*; it is made again"
        [ "$(stat -c %a "$entry")" = 644 ]
    done
}

# Compilers and masks that give others rights do no harm.
test_a_cache_made_under_an_open_mask() {
    compiler
    sum
    mkdir cache
    (umask 0 && TCR_SIM_CACHE=$PWD/cache simulated ./sum)
    compiled 1
    [ "$(TCR_SIM_CACHE=$PWD/cache simulated ./sum 2>&1)" = 500500 ]
    compiled 0
}

test_a_cache_of_others() {
    can_be_other || return 0
    cached
    chown 65533 cache
    refused 'it belongs to another user; the directory is not used'
    chown 0 cache
    chown 65533 "$entry"
    refused 'it belongs to another user; it is made again'
    [ "$(stat -c %u "$entry")" = 0 ]
    # root's is another user's, too
    TCR_SIM_CACHE=$PWD/cache TMPDIR=/tmp simulated as_other ./sum >out 2>err
    [ "$(cat out)" = 500500 ]
    compiled 1
    grep 'it belongs to another user; the directory is not used' err
    # what cannot be read
    chmod 700 cache
    TCR_SIM_CACHE=$PWD/cache TMPDIR=/tmp simulated as_other ./sum >out 2>err
    [ "$(cat out)" = 500500 ]
    compiled 1
    grep 'the directory is not used' err
}

# again_without: another compilation, which must not take what is in the headers' directory.
again_without() {
    rm "$entry"
    [ "$(TCR_SIM_CACHE=$PWD/cache simulated ./sum 2>&1)" = 500500 ]
    compiled 1
    cmp "$entry" entry.kept
    grep '^-I\.$' words
}

# The kernel headers are written once, and taken only as they were written.
test_kept_headers() {
    cached
    grep '^-I\.\./headers-[0-9a-f]*$' words
    header=$headers/tcr_device.cuh
    touch -d '2001-01-01' "$header"
    rm "$entry"
    [ "$(TCR_SIM_CACHE=$PWD/cache simulated ./sum 2>&1)" = 500500 ]
    compiled 1
    [ "$(stat -c %y "$header" | cut -c1-4)" = 2001 ]
    chmod 777 "$headers" && again_without && chmod 700 "$headers"
    chmod 666 "$header" && again_without && chmod 644 "$header"
    cp "$header" header.kept
    sed 's/_/-/' header.kept >"$header" && again_without
    : >"$header" && again_without
    rm "$header" && again_without
    ln -s "$PWD/header.kept" "$header" && again_without
    rm "$header" && cp header.kept "$header"
    mv "$headers" moved && ln -s "$PWD/moved" "$headers" && again_without
    rm "$headers" && echo >"$headers" && again_without
    rm "$headers" "$entry"
    [ "$(TCR_SIM_CACHE=$PWD/cache simulated ./sum 2>&1)" = 500500 ]
    grep '^-I\.\./headers-' words
    diff -r moved "$headers"
    [ "$(find cache -mindepth 1 -maxdepth 1 | sort)" = "$(printf '%s\n' "$entry" "$headers" | sort)" ]
}

test_what_is_no_object() {
    cached
    size=$(wc -c <entry.kept)
    for length in 0 1 100 4096 $((size / 2)) $((size - 40)) $((size - 32)) $((size - 1)); do
        head -c $length entry.kept >"$entry"
        refused 'it is damaged; it is made again'
        [ "$(TCR_SIM_CACHE=$PWD/cache simulated ./sum 2>&1)" = 500500 ]
        compiled 0
    done
    head -c "$size" /dev/urandom >"$entry"
    refused 'it is damaged'
    printf X | dd of="$entry" bs=1 seek=2000 conv=notrunc 2>/dev/null
    refused 'it is damaged'
    # an entry of another name
    sed 's/1000/999/; s/sum;/sum; /' sum.c >other.c
    tcr-cc -O2 --tcr-arch=none other.c -o other
    TCR_SIM_CACHE=$PWD/cache simulated ./other
    compiled 1
    for file in cache/*.so; do
        [ "$file" = "$entry" ] || cp "$file" "$entry"
    done
    refused 'it is damaged'
}

test_what_stands_for_an_object() {
    cached
    cp entry.kept elsewhere.so
    rm "$entry"
    ln -s "$PWD/elsewhere.so" "$entry"
    refused 'it is a link; it is made again'
    cmp elsewhere.so entry.kept
    rm "$entry"
    mkfifo "$entry"
    refused 'it is not a regular file'
    rm -f "$entry"
    mkdir "$entry"
    refused 'it is not a regular file'
    rmdir "$entry"
    ln -s nowhere "$entry"
    refused 'it is a link'
}

# Links above the directory are followed; the directory is none.
test_links_to_a_cache() {
    cached
    mkdir real
    mv cache real
    ln -s real above
    [ "$(TCR_SIM_CACHE=$PWD/above/cache simulated ./sum 2>&1)" = 500500 ]
    compiled 0
    ln -s real/cache cache
    refused 'it is a link; the directory is not used'
    rm cache
    for what in nothing file fifo; do
        case $what in
        file) : >cache ;;
        fifo) rm cache && mkfifo cache ;;
        esac
        refused 'the directory is not used'
    done
}

# The compiler works in a directory of its own, whatever becomes of the path.
test_no_file_of_others_is_written() {
    compiler
    sum
    mkdir work
    echo precious >precious
    # it puts a link in the place of the directory that the path means
    cat >cxx <<EOF
#!/bin/sh
for directory in "$PWD"/work/tcr-sim-*; do
    mv "\$directory" "$PWD/moved"
    mkdir "\$directory"
    for name in unit.cc log "\$(basename "\$directory").so"; do
        ln -s "$PWD/precious" "\$directory/\$name"
    done
done
exec c++ "\$@"
EOF
    TMPDIR=$PWD/work simulated ./sum >out 2>err
    [ "$(cat out)" = 500500 ]
    [ "$(cat precious)" = precious ]
    [ -d moved ]
    [ -z "$(ls moved)" ]
}

# ---- the file of shapes ----

# shapes: a file that the runtime reads, and says so (100 threads are wrong).
shapes() {
    compiler
    sum
    mkdir -p config/tcr
    file=config/tcr/shapes
    echo 'sm_90 any threads=100 waves=1' >$file
    ignored 'not threads=N'
}

# ignored WORDS: it is, with one line, at once.
ignored() {
    XDG_CONFIG_HOME=$PWD/config simulated ./sum >out 2>err
    [ "$(cat out)" = 500500 ]
    [ "$(wc -l <err)" = 1 ]
    grep "^tcr: warning: $PWD/$file:.*$1.*; the file is ignored" err
}

# distrusted WORDS: the same, and --tcr-doctor knows it.
distrusted() {
    ignored "$1"
    XDG_CONFIG_HOME=$PWD/config timeout 60 tcr-cc --tcr-doctor >doctor || :
    grep "programs do not use it: .*$1" doctor
}

test_shapes_that_others_may_write() {
    shapes
    chmod 666 $file
    distrusted 'others may write to it'
    chmod 664 $file
    distrusted 'others may write to it'
    chmod 644 $file
    chmod 777 config/tcr
    distrusted 'its directory: others may write to it'
    rm $file # then nobody asks
    XDG_CONFIG_HOME=$PWD/config simulated ./sum 2>err
    [ ! -s err ]
    TCR_BACKEND=sim XDG_CONFIG_HOME=$PWD/config status 1 tcr-tune --bytes=256 2>err
    grep 'others may write to it.*programs would not use' err
}

test_shapes_that_are_no_file() {
    shapes
    cp $file elsewhere
    rm $file && ln -s "$PWD/elsewhere" $file
    distrusted 'it is a link'
    rm $file && mkfifo $file
    distrusted 'it is not a regular file'
    rm $file && mkdir $file
    distrusted 'it is not a regular file'
    rmdir $file
    if mknod $file c 1 5 2>/dev/null; then
        distrusted 'it is not a regular file'
    else
        left_out "a device as the file of shapes: mknod is not permitted"
    fi
    rm -f $file
    truncate -s 2M $file
    distrusted 'it is too large'
    printf 'sm_90 any threads=128 waves=1\n\0\n' >$file
    ignored 'not a text'
    head -c 5000 /dev/urandom >$file
    ignored ''
    printf 'sm_90 any threads=128 wav' >$file
    ignored 'not waves=N'
}

test_shapes_of_others() {
    can_be_other || return 0
    shapes
    chown 65533 $file
    distrusted 'it belongs to another user'
    chown 0 $file
    chown 65533 config/tcr
    distrusted 'its directory: it belongs to another user'
    chown -R 0 config
    XDG_CONFIG_HOME=$PWD/config simulated as_other ./sum >out 2>err
    [ "$(cat out)" = 500500 ]
    grep 'it belongs to another user; the file is ignored' err
}

# tcr-tune leaves what the runtime takes, whatever the mask, and follows nothing of others.
test_tune_leaves_trusted_files() {
    compiler
    sum
    (umask 0 && TCR_BACKEND=sim TCR_SIM_SMS=1 XDG_CONFIG_HOME=$PWD/config tcr-tune --bytes=256 >out)
    XDG_CONFIG_HOME=$PWD/config simulated ./sum 2>err
    [ ! -s err ]
    cmp out config/tcr/shapes
    echo precious >precious
    ln -s precious other.part
    TCR_BACKEND=sim TCR_SIM_SMS=1 tcr-tune --bytes=256 --output=other >out
    cmp out other
    [ "$(cat precious)" = precious ]
    TCR_BACKEND=sim TCR_SIM_SMS=1 tcr-tune --bytes=256 --output=/dev/null >out
    [ -c /dev/null ]
}

# A table for a FIFO that nobody reads.
test_summary_files() {
    sum
    mkfifo fifo
    TCR_SUMMARY_FILE=fifo TCR_TARGET=host timeout 60 ./sum >out 2>err
    grep '^tcr: warning: TCR_SUMMARY_FILE=fifo cannot be written: ' err
    grep '^tcr: sum.c:' err
    exec 3<>fifo # a reader
    TCR_SUMMARY_FILE=fifo TCR_TARGET=host timeout 60 ./sum 2>err
    [ ! -s err ]
    head -2 <&3 | grep '^tcr: sum.c:'
    TCR_SUMMARY_FILE=/dev/stdout TCR_TARGET=host ./sum >out 2>err
    grep '^tcr: sum.c:' out
    [ ! -e /dev/full ] || {
        TCR_SUMMARY_FILE=/dev/full TCR_TARGET=host ./sum 2>err
        grep 'cannot be written: No space left' err
    }
}
