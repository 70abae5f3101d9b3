import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackDebianRoot } from './plugs/debian-root.ts';
import { describeFault, planFaults } from './plugs/plan.ts';
import { projectFolder } from './results.ts';

/**
 * npm run test:plugs [-- --seed N --minutes M]: ten machines, each in a network namespace of its own (three PostgreSQL under Patroni,
 * three etcd, two portals behind HAProxy, a store of files), people who write by HTTP, and faults by a plan that the seed repeats; an
 * auditor who knows only requests and answers judges. What cannot run says so and is no failure.
 */
const hint = 'give --seed N and --minutes M';
const { seed, minutes } = readOptions(process.argv.slice(2));
const why = whyNot();
if (why) {
  console.log(`did not run: ${why}`);
  process.exit(0);
}
const packages = unpackDebianRoot(join(projectFolder, 'node_modules/.cache/plugs'));
if (packages === null) {
  console.log("did not run: Debian's packages could not be fetched");
  process.exit(0);
}
console.log(`seed ${seed}, ${minutes} minutes`);
const folder = mkdtempSync(join(tmpdir(), 'bilim-plugs-'));
chmodSync(folder, 0o711);
const code = await runInNamespaces(packages);
if (code !== 0) keepLogs();
rmSync(folder, { recursive: true, force: true });
process.exit(code);

function readOptions(words: readonly string[]): { seed: number; minutes: number } {
  const values = { '--seed': 1 + Math.floor(Math.random() * 1_000_000), '--minutes': 40 };
  for (let at = 0; at < words.length; at += 2) {
    const [name = '', value = ''] = words.slice(at, at + 2);
    if (!(name in values)) refuse(`Unknown word "${name}": ${hint}.`);
    if (!/^\d+(\.\d+)?$/.test(value)) refuse(`${name} takes a number: ${hint}.`);
    values[name as keyof typeof values] = Number(value);
  }
  return { seed: Math.floor(values['--seed']), minutes: values['--minutes'] };
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function whyNot(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are there on Linux alone';
  return process.getuid?.() === 0 ? null : 'only root may make network namespaces and small disks';
}

/**
 * Runs it with mounts, network and processes of its own: whatever it starts, mounts and lays out is gone with it, and nothing
 * else of the machine sees it. A shell buries processes whose parents have died, as a machine's first process does.
 */
async function runInNamespaces(unpacked: string): Promise<number> {
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const words = [join(projectFolder, 'scripts/plugs/run.ts'), folder, unpacked, String(seed), String(minutes)];
  const shell = ['sh', '-c', '"$@" & wait $!', 'sh'];
  const child = spawn('unshare', [...namespaces, ...shell, process.execPath, ...words], { stdio: 'inherit' });
  for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => child.kill('SIGKILL'));
  process.channel?.unref();
  const [status] = await once(child, 'exit');
  return status ?? 1;
}

/** A run that failed can be repeated by its plan, and understood by what the machines said. */
function keepLogs(): void {
  const kept = mkdtempSync(join(tmpdir(), 'bilim-plugs-failed-'));
  if (existsSync(join(folder, 'logs'))) cpSync(join(folder, 'logs'), kept, { recursive: true });
  console.log(`seed ${seed}: npm run test:plugs -- --seed ${seed} --minutes ${minutes}; logs in ${kept}. The plan:`);
  for (const [at, fault] of planFaults(seed, minutes).entries()) console.log(`  ${at + 1}. ${describeFault(fault)}`);
}
