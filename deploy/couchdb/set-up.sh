#!/bin/sh
# Joins the three servers of CouchDB to one cluster and makes the account of Crece. May be run again.
set -eu

first=http://couchdb1.crece:5984

# Passwords go by standard input: arguments of a process are seen by others. They are letters and digits.
ask() {
  method=$1 address=$2 body=${3:-}
  {
    printf 'user = "%s:%s"\n' "$COUCHDB_USER" "$COUCHDB_PASSWORD"
    if [ -n "$body" ]; then
      printf 'data = "%s"\n' "$(printf %s "$body" | sed 's/"/\\"/g')"
    fi
  } | curl --silent --show-error --fail-with-body --config - --request "$method" \
    --header 'Content-Type: application/json' "$address"
}

for name in couchdb1 couchdb2 couchdb3; do
  tries=0
  until curl --silent --fail --output /dev/null "http://$name.crece:5984/_up"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 60 ]; then
      echo "$name does not answer after two minutes: look at its log (docker compose logs $name), then run this again" >&2
      exit 1
    fi
    echo "waiting for $name"
    sleep 2
  done
done

account="\"username\":\"$COUCHDB_USER\",\"password\":\"$COUCHDB_PASSWORD\""
if ask GET "$first/_cluster_setup" | grep -q cluster_finished; then
  echo 'the cluster is there already'
else
  for name in couchdb2 couchdb3; do
    ask POST "$first/_cluster_setup" "{\"action\":\"enable_cluster\",\"bind_address\":\"0.0.0.0\",$account,\"port\":5984,\"node_count\":3,\"remote_node\":\"$name.crece\",\"remote_current_user\":\"$COUCHDB_USER\",\"remote_current_password\":\"$COUCHDB_PASSWORD\"}"
    ask POST "$first/_cluster_setup" "{\"action\":\"add_node\",\"host\":\"$name.crece\",\"port\":5984,$account}"
  done
  ask POST "$first/_cluster_setup" '{"action":"finish_cluster"}'
fi

user="org.couchdb.user:$CRECE_COUCHDB_USER"
if ask GET "$first/_users/$user" >/dev/null 2>&1; then
  echo "the account $CRECE_COUCHDB_USER is there already"
else
  ask PUT "$first/_users/$user" "{\"name\":\"$CRECE_COUCHDB_USER\",\"password\":\"$CRECE_COUCHDB_PASSWORD\",\"roles\":[],\"type\":\"user\"}"
fi

ask GET "$first/_membership"
