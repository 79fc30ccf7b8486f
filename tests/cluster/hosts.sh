#!/bin/sh
# hosts.sh COMMAND...: runs a command with two hosts that it can reach by ssh, each in its own
# network namespace; removes the hosts afterwards. HOSTS_FILE names a file with both hosts, for
# `--hosts`; PARALLEL_SSH is the ssh command; `ip link delete carc-b` disconnects the second one.
# Needs root; exits with 77 if namespaces are not available.
set -eu
if [ "${CARC_INSIDE:-}" != yes ]; then
  for tool in sshd ssh ssh-keygen ip unshare; do
    PATH=$PATH:/usr/sbin command -v $tool >/dev/null || { echo "hosts: $tool is missing"; exit 77; }
  done
  [ "$(id -u)" = 0 ] && unshare --mount --net --pid --fork true 2>/dev/null || { echo "hosts: no namespaces here"; exit 77; }
  CARC_INSIDE=yes PATH=$PATH:/usr/sbin exec unshare --mount --net --pid --fork --kill-child --mount-proc sh "$0" "$@"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mount -t tmpfs tmpfs /run
mkdir -p /run/sshd /run/netns
ip link set lo up
ssh-keygen -q -t ed25519 -N '' -f "$work/host"
ssh-keygen -q -t ed25519 -N '' -f "$work/key"
number=0
for host in a b; do
  number=$((number + 1))
  ip netns add "carc-$host"
  ip link add "carc-$host" type veth peer name eth0 netns "carc-$host"
  ip address add "10.91.$number.1/24" dev "carc-$host"
  ip link set "carc-$host" up
  ip -n "carc-$host" address add "10.91.$number.2/24" dev eth0
  ip -n "carc-$host" link set lo up
  ip -n "carc-$host" link set eth0 up
  cat >"$work/sshd-$host" <<END
HostKey $work/host
PidFile $work/sshd-$host.pid
AuthorizedKeysFile $work/key.pub
UsePAM no
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
PermitUserEnvironment no
END
  ip netns exec "carc-$host" "$(command -v sshd)" -f "$work/sshd-$host" -E "$work/sshd-$host.log"
  echo "1/root@10.91.$number.2" >>"$work/hosts"
done
HOSTS_FILE=$work/hosts
PARALLEL_SSH="ssh -i $work/key -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o ConnectTimeout=3 -o ServerAliveInterval=1 -o ServerAliveCountMax=3"
export HOSTS_FILE PARALLEL_SSH
"$@"
