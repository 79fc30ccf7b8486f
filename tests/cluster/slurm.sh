#!/bin/sh
# slurm.sh COMMAND...: runs a command on a temporary Slurm cluster of two nodes, which are both this
# machine. Needs root; exits with 77 if the cluster cannot be started.
set -eu
if [ "${CARC_INSIDE:-}" != yes ]; then
  for tool in slurmctld slurmd sbatch munged mungekey setpriv unshare; do
    PATH=$PATH:/usr/sbin command -v $tool >/dev/null || { echo "slurm: $tool is missing"; exit 77; }
  done
  [ "$(id -u)" = 0 ] && unshare --mount --net --pid --fork true 2>/dev/null || { echo "slurm: no namespaces here"; exit 77; }
  CARC_INSIDE=yes PATH=$PATH:/usr/sbin exec unshare --mount --net --uts --pid --fork --kill-child --mount-proc sh "$0" "$@"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
hostname cluster
printf "127.0.0.1 localhost\n10.92.0.1 cluster\n" >"$work/etc-hosts"
mount --bind "$work/etc-hosts" /etc/hosts
mount -t tmpfs tmpfs /run
ip link set lo up
# The daemons need an address other than loopback.
ip link add slurm0 type veth peer name slurm1
ip address add 10.92.0.1/24 dev slurm0
ip link set slurm0 up
ip link set slurm1 up
mountpoint -q /sys/fs/cgroup || mount -t cgroup2 none /sys/fs/cgroup || true

mkdir -p /run/munge "$work/munge" "$work/state" "$work/spool-n1" "$work/spool-n2"
mungekey -c -k "$work/munge/key"
chown -R munge: /run/munge "$work/munge"
setpriv --reuid munge --regid munge --clear-groups munged --key-file "$work/munge/key" --log-file "$work/munge/log" \
  --pid-file "$work/munge/pid" --seed-file "$work/munge/seed"

SLURM_CONF=$work/slurm.conf
export SLURM_CONF
cat >"$SLURM_CONF" <<END
ClusterName=two
SlurmctldHost=cluster
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=n1 NodeHostname=cluster NodeAddr=10.92.0.1 Port=17001 CPUs=1
NodeName=n2 NodeHostname=cluster NodeAddr=10.92.0.1 Port=17002 CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
END
echo "CgroupPlugin=cgroup/v1" >"$work/cgroup.conf"
slurmctld
slurmd -N n1
slurmd -N n2
for _ in $(seq 100); do
  [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && break
  sleep 0.1
done
[ "$(sinfo -h -t idle -o %D)" = 2 ] || { echo "slurm: the nodes do not come up"; tail -5 "$work"/*.log; exit 77; }
"$@"
