# A function for shell scripts and cron jobs that posts a message to a webhook. It needs curl.
#
#   . ./notify.sh
#   WEBHOOK_URL=$(cat /etc/webhook-url)
#   notify "**Backup** of $(hostname) failed"
#
# It returns 0 if the message is stored, and retries while that is unknown or the server is busy. The
# URL appears neither in the output, even with `set -x`, nor in the list of processes.
notify() (
  { set +x; } 2>/dev/null
  : "${WEBHOOK_URL:?is not set}"
  url=$(printf '%s\n' "$WEBHOOK_URL" | sed 's/[\\"]/\\&/g')
  # Every attempt has this key, so that the message is stored only once.
  key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  text=$(printf '%s\n' "$1" | LC_ALL=C awk '
    BEGIN {
      for (code = 1; code < 32; code++) escaped[sprintf("%c", code)] = sprintf("\\u%04x", code)
      escaped["\""] = "\\\""
      escaped["\\"] = "\\\\"
    }
    NR > 1 { printf "%s", "\\n" }
    {
      for (at = 1; at <= length($0); at++) {
        char = substr($0, at, 1)
        printf "%s", (char in escaped) ? escaped[char] : char
      }
    }')
  # curl reads the URL and the body from a configuration, which has escapes of its own.
  body=$(printf '{"text": "%s"}' "$text" | sed 's/[\\"]/\\&/g')

  for pause in 1 2 4 8 0; do
    answer=$(printf 'url = "%s"\ndata-raw = "%s"\n' "$url" "$body" |
      curl --disable --config - --silent --max-time 30 --dump-header - --output /dev/null \
        --header 'Content-Type: application/json' --header "Idempotency-Key: $key" |
      awk '/^HTTP/ { status = $2 } tolower($1) == "retry-after:" { after = $2 }
        END { print status + 0, int(after) }') || :
    status=${answer% *} after=${answer#* }
    case $status in
      2??) exit 0 ;;
      0 | 408 | 409 | 429 | 500 | 502 | 503 | 504) ;;
      *) break ;;
    esac
    [ "$pause" -gt 0 ] || break
    [ "$after" -gt 0 ] || after=$pause
    [ "$after" -le 300 ] || break
    sleep "$after"
  done
  echo "notify: the message was not posted (HTTP status $status; 0 means no response)" >&2
  exit 1
)
