#!/bin/sh
# The command line of Crece for root, as the server's user and with its settings: /usr/local/bin/crece.
# Settings come from /srv/crece/.env; paths in arguments count from /srv/crece.
cd /srv/crece || exit 1
export NODE_COMPILE_CACHE=/var/cache/crece
exec runuser -u crece -- /usr/bin/node apps/server/src/cli/main.ts "$@"
