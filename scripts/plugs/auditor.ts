import type { Get, Hear, History, Put, Say, WriteKind } from './history.ts';
import { writeKinds } from './history.ts';

/** What must never be: `stopped` is a time without writes that is too long, `strange` an answer that nothing explains. */
export type FindingKind = 'lost' | 'doubled' | 'oversold' | 'stale' | 'stopped' | 'strange';

/** One thing that is not as it must be. */
export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** A time in which writes of a kind, or all of them (null), could not go on whatever was done. */
export interface Excuse {
  readonly kind: WriteKind | null;
  readonly from: number;
  readonly to: number;
}

/** What has to be known of the run besides its history. */
export interface AuditedRun {
  /** How many seats the people of the run may have in each stream. */
  readonly seats: ReadonlyMap<string, number>;
  readonly from: number;
  readonly to: number;
  /** Milliseconds without any write of a kind that are too many. */
  readonly within: number;
  readonly excuses: readonly Excuse[];
}

/**
 * Judges a run by requests and answers alone. A write holds from its answer on: whoever asks later has to see it, or one
 * that came after it. Before its answer it may be seen or not.
 */
export function audit(history: History, run: AuditedRun): Finding[] {
  return [
    ...findStrange(history),
    ...findLostMessages(history),
    ...findDoubled(history),
    ...history.hears.flatMap((hear) => findMissing(hear, history.says)),
    ...findWrongValues(history),
    ...findOversold(history, run.seats),
    ...findStops(history, run),
  ];
}

function findStrange({ strange }: History): Finding[] {
  const times = Map.groupBy(strange, (text) => text);
  return [...times].map(([text, all]) => ({ kind: 'strange', text: `${text}, ${all.length} times` }));
}

/** Acknowledged messages that are not there in the end, and messages that nobody sent. */
function findLostMessages({ says, hears }: History): Finding[] {
  const ends = new Map(hears.filter(({ isLast }) => isLast).map((hear) => [hear.talk, textsOf(hear)]));
  const lost = says
    .filter(({ outcome, talk, text }) => outcome === 'yes' && ends.get(talk)?.has(text) !== true)
    .map((say): Finding => ({ kind: 'lost', text: `${nameOf(say)} is not there in the end` }));
  const sent = new Set(says.map(({ text }) => text));
  const foreign = [...ends.values()].flatMap((texts) => [...texts].filter((text) => !sent.has(text)));
  return [...lost, ...foreign.map((text): Finding => ({ kind: 'strange', text: `nobody sent "${text}"` }))];
}

const textsOf = ({ found }: Hear) => new Set(found.map(({ text }) => text));
const nameOf = ({ kind, text, person, to }: Say) => `${kind} "${text}" of ${person}, acknowledged at ${seconds(to)}`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Texts that stand at two places. */
function findDoubled({ says, hears }: History): Finding[] {
  const places = new Map<string, Set<number>>();
  const repeated = new Set<string>();
  const note = (text: string, place: number) => {
    const known = places.get(text) ?? new Set();
    places.set(text, known.add(place));
  };
  for (const { text, place } of says) if (place !== null) note(text, place);
  for (const { found } of hears) {
    const seen = new Set<string>();
    for (const { text, place } of found) {
      if (seen.has(text)) repeated.add(text);
      seen.add(text);
      note(text, place);
    }
  }
  for (const [text, all] of places) if (all.size > 1) repeated.add(text);
  return [...repeated].map((text) => ({ kind: 'doubled', text: `"${text}" is there more than once` }));
}

/** Messages that were acknowledged before somebody asked for what is new, and are not in the answer. */
function findMissing(hear: Hear, says: readonly Say[]): Finding[] {
  if (hear.isLast) return [];
  const there = textsOf(hear);
  const end = hear.isFull ? (hear.found.at(-1)?.place ?? 0) : Number.POSITIVE_INFINITY;
  const isDue = ({ talk, outcome, to, place }: Say) =>
    talk === hear.talk && outcome === 'yes' && to <= hear.from && place !== null && place > hear.after && place <= end;
  return says
    .filter((say) => isDue(say) && !there.has(say.text))
    .map((say) => ({
      kind: 'stale',
      text: `${hear.person} asked at ${seconds(hear.from)} and did not get ${say.person === hear.person ? 'their own ' : ''}${nameOf(say)}`,
    }));
}

/** Values that were read although a later one was acknowledged before. */
function findWrongValues({ puts, gets }: History): Finding[] {
  const byKey = Map.groupBy(puts, ({ key }) => key);
  return gets.flatMap((get) => {
    const written = (byKey.get(get.key) ?? []).toSorted((one, other) => one.from - other.from);
    const wrong = explainValue(get, written);
    return wrong ? [wrong] : [];
  });
}

function explainValue(get: Get, written: readonly Put[]): Finding | null {
  const acknowledged = written.findLastIndex(({ outcome, to }) => outcome === 'yes' && to <= get.from);
  const due = written[acknowledged];
  // What was there before anybody wrote is not known.
  if (!due) return null;
  const mayBeSeen = ({ outcome, from }: Put, at: number) =>
    outcome !== 'no' && from < get.to && (at >= acknowledged || outcome === 'unknown');
  if (written.some((put, at) => mayBeSeen(put, at) && put.value === get.value)) return null;
  const who = due.person === get.person ? 'their own ' : '';
  const text = `${get.person} read "${get.value}" at ${seconds(get.from)} where ${who}"${due.value}" was acknowledged at ${seconds(due.to)} (${get.kind} ${get.key})`;
  return { kind: get.isLast ? 'lost' : 'stale', text };
}

/** Streams in which more people certainly had a seat at one moment than there are seats. */
function findOversold({ puts, gets }: History, seats: ReadonlyMap<string, number>): Finding[] {
  const turns: { at: number; stream: string; by: 1 | -1 }[] = [];
  const ofSeats = puts.filter(({ kind, outcome }) => kind === 'seat' && outcome !== 'no');
  for (const all of Map.groupBy(ofSeats, ({ key }) => key).values()) {
    const inOrder = all.toSorted((one, other) => one.from - other.from);
    for (const [at, { outcome, value, to }] of inOrder.entries()) {
      if (outcome !== 'yes' || value === '') continue;
      turns.push({ at: to, stream: value, by: 1 });
      turns.push({ at: inOrder[at + 1]?.from ?? Number.POSITIVE_INFINITY, stream: value, by: -1 });
    }
  }
  // At the same moment whoever leaves goes first: what may have been right is no finding.
  turns.sort((one, other) => (one.at === other.at ? one.by - other.by : one.at - other.at));
  const [taken, worst] = [new Map<string, number>(), new Map<string, number>()];
  const count = (stream: string, people: number) => worst.set(stream, Math.max(worst.get(stream) ?? 0, people));
  for (const { stream, by } of turns) {
    const people = (taken.get(stream) ?? 0) + by;
    taken.set(stream, people);
    count(stream, people);
  }
  const inTheEnd = gets.filter(({ kind, isLast, value }) => kind === 'seat' && isLast && value !== '');
  for (const [stream, all] of Map.groupBy(inTheEnd, ({ value }) => value)) count(stream, all.length);
  return [...worst]
    .filter(([stream, people]) => people > (seats.get(stream) ?? 0))
    .map(([stream, people]) => ({
      kind: 'oversold',
      text: `stream ${stream} had ${people} people at once and ${seats.get(stream) ?? 0} seats`,
    }));
}

/** How long no write of each kind was acknowledged, at most, without the times that are excused. */
export function longestStops({ says, puts }: History, run: AuditedRun): Map<WriteKind, { from: number; ms: number }> {
  const writes = [...says, ...puts].filter(({ outcome }) => outcome === 'yes');
  const stops = new Map<WriteKind, { from: number; ms: number }>();
  for (const kind of writeKinds) {
    const moments = writes.filter((write) => write.kind === kind).map(({ to }) => to);
    const inOrder = [run.from, ...moments.filter((at) => at > run.from && at < run.to).sort((a, b) => a - b), run.to];
    for (const [at, to] of inOrder.entries()) {
      const from = inOrder[at - 1] ?? to;
      const ms = to - from - excusedWithin(from, to, kind, run.excuses);
      if (ms > (stops.get(kind)?.ms ?? -1)) stops.set(kind, { from, ms });
    }
  }
  return stops;
}

function findStops(history: History, run: AuditedRun): Finding[] {
  return [...longestStops(history, run)]
    .filter(([, { ms }]) => ms > run.within)
    .map(([kind, { from, ms }]) => ({
      kind: 'stopped',
      text: `no ${kind} was acknowledged for ${seconds(ms)}, from ${seconds(from)} on`,
    }));
}

/** Milliseconds of a time that are excused; excuses of one kind do not overlap, for faults come one after the other. */
function excusedWithin(from: number, to: number, kind: WriteKind, excuses: readonly Excuse[]): number {
  return excuses
    .filter((excuse) => excuse.kind === null || excuse.kind === kind)
    .map((excuse) => Math.max(0, Math.min(to, excuse.to) - Math.max(from, excuse.from)))
    .reduce((sum, ms) => sum + ms, 0);
}
