/** The machines of the cluster, each in a network namespace of its own. */
export const machineNames = [
  ...(['etcd1', 'etcd2', 'etcd3', 'db1', 'db2', 'db3'] as const),
  ...(['node1', 'node2', 'proxy', 'files'] as const),
] as const;
export type MachineName = (typeof machineNames)[number];

/** Which of the three PostgreSQL is meant is known when the fault comes: the one that takes writes, its synchronous standby, the other. */
export type FaultTarget = Exclude<MachineName, `db${number}`> | 'primary' | 'standby' | 'spare';

/**
 * `kill`: every process of the machine (kill -9); `crash`: its PostgreSQL alone; `cut`: its network; `part`: its way to some others
 * alone; `pause`: every process stands still; `disk`: its disk is full; `clock`: its clock leaps.
 */
export type FaultKind = 'kill' | 'crash' | 'cut' | 'part' | 'pause' | 'disk' | 'clock';

/** One fault: what it is, where, and for how long. */
export interface Fault {
  readonly kind: FaultKind;
  readonly place: FaultTarget;
  readonly seconds: number;
  /** Of a part: from whom. */
  readonly others?: readonly FaultTarget[];
  /** Of a clock: by so many seconds. */
  readonly shift?: number;
  /** Seconds of calm before it, beginning when everything is whole again. */
  readonly calm: number;
}

/** A fault that may come: how often beside the others, and between how many and how many seconds it lasts. */
interface Possible {
  readonly weight: number;
  readonly kind: FaultKind;
  readonly place: FaultTarget;
  readonly seconds: readonly [number, number];
  readonly others?: readonly FaultTarget[];
}

const etcds = ['etcd1', 'etcd2', 'etcd3'] as const;
const nodes = ['node1', 'node2'] as const;
const usual = [3, 12] as const;
/** Without the one proxy nobody reaches anything. */
const brief = [1, 4] as const;

const at = (
  kind: FaultKind,
  places: readonly FaultTarget[],
  weight: number,
  seconds: readonly [number, number] = usual,
) => places.map((place): Possible => ({ kind, place, weight, seconds }));
const apart = (place: FaultTarget, others: readonly FaultTarget[], weight: number): Possible => ({
  ...{ kind: 'part', place, others, weight, seconds: usual },
});

const possible: readonly Possible[] = [
  ...at('kill', ['primary'], 6),
  ...at('kill', ['standby'], 3),
  ...at('kill', nodes, 3),
  ...at('kill', ['spare', ...etcds], 1),
  ...at('kill', ['files'], 2),
  ...at('kill', ['proxy'], 1, brief),
  ...at('crash', ['primary'], 4),
  ...at('crash', ['standby'], 1),
  ...at('cut', ['primary'], 6),
  ...at('cut', ['standby'], 3),
  ...at('cut', nodes, 2),
  ...at('cut', ['spare', ...etcds], 1),
  ...at('cut', ['files'], 2),
  apart('primary', etcds, 4),
  apart('primary', ['standby'], 2),
  ...nodes.map((node) => apart(node, ['primary'], 2)),
  ...at('pause', ['primary'], 6),
  ...at('pause', ['standby'], 3),
  ...at('pause', nodes, 2),
  ...at('pause', ['spare', ...etcds, 'files'], 1),
  ...at('pause', ['proxy'], 1, brief),
  ...at('disk', ['primary'], 4),
  ...at('disk', ['standby'], 2),
  ...at('disk', ['files'], 1),
  ...at('clock', ['primary', ...nodes], 2),
  ...at('clock', ['standby'], 1),
];

/** Each of them as often as its weight says. */
const inWeight = possible.flatMap((one) => Array.from({ length: one.weight }, () => one));

const shifts = [-3_600, -60, -5, 5, 60, 3_600] as const;

/** So many faults a minute: a hundred of them take forty. */
const faultsPerMinute = 2.5;

/** The faults of a run. The same seed gives the same ones, and a longer run begins with those of a shorter one. */
export function planFaults(seed: number, minutes: number): Fault[] {
  const random = randomNumbers(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return Array.from({ length: Math.round(minutes * faultsPerMinute) }, () => {
    const chosen = inWeight[between(0, inWeight.length - 1)] as Possible;
    const { kind, place, others } = chosen;
    const seconds = between(...chosen.seconds);
    const calm = between(3, 7);
    const shift = shifts[between(0, shifts.length - 1)];
    return { kind, place, seconds, calm, ...(others && { others }), ...(kind === 'clock' && shift && { shift }) };
  });
}

/** A fault in words. */
export function describeFault({ kind, place, seconds, others, shift }: Fault): string {
  const from = others ? ` from ${others.join(', ')}` : '';
  const by = shift === undefined ? '' : ` by ${shift} s`;
  return `${kind} ${place}${from}${by} for ${seconds} s`;
}

/** Numbers from 0 to below 1 that a seed determines (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
