/** Something that starts others faster than they are killed is given up after so many rounds. */
const roundsMax = 100;

/**
 * What the shell of a keeper runs, as `sh -c <script> <name> <mark> <variable>`. It reads `+ <pid>`
 * and `- <pid>`; when its input ends, because whoever wrote it ended in whatever way, it kills what
 * is left: each group, the tree below it, and whatever was started with the mark in its
 * environment, however far it has gone from there. Nothing is used that could be missing in a slim
 * container; `ps` only where there is no `/proc`.
 */
export const keeperScript: string = `
mark=$1 name=$2 live=' '
while read -r sign pid; do
  case $sign in
    +) live="$live$pid " ;;
    -) case $live in *" $pid "*) live="\${live%%" $pid "*} \${live#*" $pid "}" ;; esac ;;
  esac
done
below() {
  tree="$tree $1"
  for task in /proc/"$1"/task/*; do
    kids=
    read -r kids < "$task/children"
    for kid in $kids; do below "$kid"; done
  done
}
marked() {
  if [ -r /proc/self/environ ]; then
    grep -lsF "$mark" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do echo "$pid"; done
  else
    ps -A -E -ww -o pid= -o command= | while read -r pid rest; do
      case $rest in *"$name="*"$mark"*) echo "$pid" ;; esac
    done
  fi
}
tree=
for pid in $live; do below "$pid"; done
for pid in $live; do kill -s KILL -- "-$pid"; done
for pid in $tree; do kill -s KILL "$pid"; done
quiet=0 round=0
while [ "$quiet" -lt 2 ] && [ "$round" -lt ${roundsMax} ]; do
  quiet=$((quiet + 1)) round=$((round + 1))
  for pid in $(marked); do kill -s KILL "$pid" && quiet=0; done
  [ "$quiet" -ge 2 ] || sleep 0.05 || sleep 1
done
`;
