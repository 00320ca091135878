export TMPDIR=/dev/shm/me; cd /dev/shm/me
. ./setup.sh u1; MW="node /work/main/dist/cli.js"
printf '[gates.prep]\nrun = ["true"]\n[gates.ok]\nrun = ["true"]\nneeds = ["prep"]\n' > millwright.toml; git add -A; git commit -qm cfg
$MW run plan.md --workspace in-place --exec "sh $PWD/../agent.sh" --yes </dev/null | tail -3; git for-each-ref | grep taken; $MW clean --dry-run; $MW log plan.md --json | grep -c needsAt
