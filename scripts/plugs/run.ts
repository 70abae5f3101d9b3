import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AllowedOutage, type AuditedRun, auditHistory, longestStops } from './auditor.ts';
import { Cluster } from './cluster.ts';
import type { History } from './history.ts';
import { injectFault } from './inject-fault.ts';
import { run } from './machine.ts';
import { SimulatedUsers } from './people.ts';
import { describeFault, type Fault, planFaults } from './plan.ts';
import { prepareUniversity } from './university.ts';
import { until } from './until.ts';

/**
 * What `npm run test:plugs` starts in namespaces of its own (mounts, network, processes): FOLDER PACKAGES SEED MINUTES. Ends with 1
 * when the auditor has found something, or the cluster did not become whole again.
 */
const [home = '', packages = '', seed = '', minutes = ''] = process.argv.slice(2);
/** Milliseconds without writes of a kind that are too many. */
const within = 15_000;
/** Milliseconds in which ten machines do their part again after a fault. */
const wholeWithin = 120_000;
/** Milliseconds in which the cluster comes up, with a university in it. */
const upWithin = 600_000;
const people = 24;
/** Milliseconds before the first fault: who stops for long in them alone, stops because the processors have other work. */
const calm = 20_000;

const allowedOutages: AllowedOutage[] = [];
const bad: string[] = [];
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** All machines are this one, and other work may want it too. */
const describeLoad = () => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`;

showPackages();
const begun = performance.now();
const late = setTimeout(() => {
  throw new Error('the cluster did not come up');
}, upWithin);
const cluster = Cluster.lay(home);
await cluster.startFirstDatabase();
const visitors = await prepareUniversity(cluster, join(home, 'preparation'), people);
await cluster.startAll();
const crowd = new SimulatedUsers(cluster.base, visitors);
const seats = await crowd.signIn();
console.log(
  `ten machines, ${visitors.length} people and ${[...seats.values()].reduce((a, b) => a + b, 0)} seats in ${seats.size} streams after ${seconds(performance.now() - begun)}`,
);
clearTimeout(late);
const from = crowd.now;
crowd.begin();
await until('all kinds are written', wholeWithin, () => crowd.hasWritten(from));
await wait(calm);
const idle = { seats, from, to: crowd.now, within, allowedOutages: [] };
const undisturbed = Math.max(...[...longestStops(crowd.history, idle).values()].map(({ ms }) => ms));
console.log(`before the first fault: longest without a kind of writes ${seconds(undisturbed)}, ${describeLoad()}`);
const plan = planFaults(Number(seed), Number(minutes));
for (const [at, fault] of plan.entries()) {
  await suffer(at + 1, fault);
  if (bad.length > 0) break;
}
const to = crowd.now;
await crowd.end(wholeWithin);
await crowd.readAll(wholeWithin);
judge(crowd.history, { seats, from, to, within, allowedOutages });
process.exit(bad.length > 0 ? 1 : 0);

/** Programs of the unpacked packages lie where they would if they were installed; nobody outside sees that. */
function showPackages(): void {
  for (const name of ['usr', 'etc'])
    run('mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=${join(packages, name)}:/${name}`, `/${name}`);
  // PostgreSQL and the leaping clock leave their shared memory behind when they are killed.
  for (const folder of ['/run', '/dev/shm']) run('mount', '-t', 'tmpfs', 'tmpfs', folder);
  mkdirSync('/run/netns');
}

/** One fault: calm, the stroke, its end, and what it takes until everything is whole again. */
async function suffer(number: number, fault: Fault): Promise<void> {
  await wait(fault.calm * 1_000);
  const at = crowd.now;
  const { name, heal } = await injectFault(cluster, fault);
  await wait(fault.seconds * 1_000);
  await heal();
  let healed = crowd.now;
  try {
    if (fault.place === 'files') await until('the store answers', wholeWithin, () => cluster.filesAnswer());
    healed = crowd.now;
    await cluster.waitUntilWhole(wholeWithin);
    await until('all kinds are written again', wholeWithin, () => crowd.hasWritten(healed));
  } catch (failure) {
    bad.push((failure as Error).message);
  }
  const outage = allowedOutageOf(fault, at, healed);
  if (outage) allowedOutages.push(outage);
  const { history } = crowd;
  const stops = longestStops(history, { seats, from: at, to: crowd.now, within, allowedOutages });
  const longest = Math.max(...[...stops.values()].map(({ ms }) => ms));
  console.log(
    `${number}. ${seconds(at)}: ${describeFault(fault)} (${name}); whole ${seconds(crowd.now - healed)} after it, longest without a kind of writes ${seconds(longest)}, ${describeLoad()}`,
  );
}

/** Whoever's disk is full writes nothing; without the store nobody hands files in. */
function allowedOutageOf({ kind, place }: Fault, start: number, end: number): AllowedOutage | null {
  if (place === 'files') return { kind: 'file', from: start, to: end };
  return kind === 'disk' && place === 'primary' ? { kind: null, from: start, to: end } : null;
}

function judge(history: History, audited: AuditedRun): void {
  const writes = [...history.messageWrites, ...history.valueWrites].filter(({ outcome }) => outcome === 'yes');
  const kinds = [...Map.groupBy(writes, ({ kind }) => kind)].map(([kind, all]) => `${kind} ${all.length}`);
  console.log(
    `acknowledged: ${kinds.join(', ')}; read ${history.conversationReads.length + history.valueReads.length} times`,
  );
  console.log(`answers: ${[...crowd.answers].map(([text, times]) => `${text} ${times}`).join(', ')}`);
  for (const [kind, stop] of longestStops(history, audited))
    console.log(`longest without a ${kind}: ${seconds(stop.ms)}, from ${seconds(stop.from)} on`);
  if (undisturbed > within / 2)
    console.log(
      `this machine is too busy to say much of ${seconds(within)}: ${seconds(undisturbed)} without any fault`,
    );
  const findings = auditHistory(history, audited);
  for (const { kind, text } of findings.slice(0, 50)) console.log(`${kind.toUpperCase()}: ${text}`);
  const count = (kind: string) => findings.filter((one) => one.kind === kind).length;
  const all = (['lost', 'doubled', 'oversold', 'stale', 'stopped', 'strange'] as const).map(
    (kind) => `${count(kind)} ${kind}`,
  );
  console.log(all.join(', '));
  if (findings.length > 0) bad.push(`${findings.length} findings`);
  if (bad.length === 0) return;
  writeFileSync(join(home, 'logs/history.json'), JSON.stringify(history));
  writeFileSync(join(home, 'logs/plan.txt'), plan.map((fault) => `${describeFault(fault)}\n`).join(''));
  console.log(`NOT GOOD with the seed ${seed}: ${bad.join('; ')}`);
}
