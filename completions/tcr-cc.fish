# SPDX-License-Identifier: MIT
# fish completion for tcr-cc: its own options, and those of gcc.

complete -c tcr-cc --wraps gcc
complete -c tcr-cc -l tcr-arch -x -d 'Device code for these' \
    -a '(__fish_append , sm_75 sm_80 sm_90 sm_100 sm_120 compute_75 compute_80 compute_90 compute_100 compute_120 ptx all default none native)'
complete -c tcr-cc -l tcr-accept -x -d 'Take over these directives' -a '(__fish_append , omp acc)'
complete -c tcr-cc -l tcr-report -d 'What became of every directive' -a 'json: sarif:'
complete -c tcr-cc -l tcr-whole-program -d 'Loops may call functions of other files'
complete -c tcr-cc -l tcr-trust -r -d 'Objects that count as compiled by this user'
complete -c tcr-cc -l tcr-lineinfo -d 'Device code knows the lines of the source'
complete -c tcr-cc -l tcr-strict -d 'What cannot be taken over is an error'
complete -c tcr-cc -l tcr-dump -x -d 'Print as text' -a 'regions device'
complete -c tcr-cc -l tcr-keep -d 'Keep the rewritten text'
complete -c tcr-cc -l tcr-static -d 'Put the runtime into shared objects, too'
complete -c tcr-cc -l tcr-show -d 'Print the commands and run nothing'
complete -c tcr-cc -o show -d 'Print the commands and run nothing'
complete -c tcr-cc -l tcr-doctor -d 'What was found, and what to do'
complete -c tcr-cc -l tcr-version -d 'Print the version'
complete -c tcr-cc -l tcr-help -d 'Print a list of the options'
