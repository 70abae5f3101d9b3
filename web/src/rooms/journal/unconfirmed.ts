import { useMemo } from 'react';
import type { Watched } from '../../core/cell.ts';
import { outbox } from '../../core/offline/outbox.ts';
import type { Unsent } from '../../core/offline/unsent.ts';
import { atRest } from '../../core/rest.ts';
import { allName, type Key, liveKey, markName, signOf } from './journal.data.ts';
import { type Entry, type Mark, present, type Sign } from './journal.model.ts';

/** A sign that the server has not confirmed. */
export interface Waiting {
  readonly sign: Sign;
  readonly entry: Unsent;
}

/** Everything unsent of one journal and class type: single signs by student and column, and whole columns. */
export interface Unconfirmed {
  readonly cells: ReadonlyMap<number, ReadonlyMap<string, Waiting>>;
  readonly all: ReadonlyMap<string, Unsent>;
  readonly count: number;
  readonly refused: readonly Unsent[];
}

const none: Unconfirmed = { cells: new Map(), all: new Map(), count: 0, refused: [] };

/**
 * What waits in this journal, and what was refused. The outbox tells of every step of every entry; this changes only
 * when an entry comes, goes or is refused, and then only the parts that it touches, so that one row is painted again.
 */
export function useUnconfirmed(key: Key | null, type: number | null, marks: readonly Mark[]): Watched<Unconfirmed> {
  const lane = key && liveKey(key);
  const teacher = key?.id_teacher;
  return useMemo(() => {
    let seen: readonly Unsent[] = [];
    let kept = none;
    let told = none;
    const watchers = new Set<() => void>();
    let stop = () => {};
    const get = () => {
      const { entries } = outbox.get();
      if (entries === seen) return kept;
      seen = entries;
      const mine = entries.filter(
        ({ lane: where, input }) => where === lane && input.id_vid_zaniatiy === type && input.id_teacher === teacher,
      );
      kept = keptFrom(kept, unconfirmedOf(mine, marks));
      return kept;
    };
    const tell = () => {
      if (get() === told) return;
      told = kept;
      for (const watcher of [...watchers]) watcher();
    };
    // Every row watches: they are told of what changed here, not of every step of every entry. What only arrived
    // takes its dots away when the teacher rests: each would be a frame between two keys.
    const follow = () => {
      if (get() === told) return;
      if (isPartOf(kept, told)) atRest(tell);
      else tell();
    };
    const subscribe = (watcher: () => void) => {
      if (!watchers.size) {
        stop = outbox.subscribe(follow);
        told = get();
      }
      watchers.add(watcher);
      return () => {
        if (watchers.delete(watcher) && !watchers.size) stop();
      };
    };
    return { get, subscribe };
  }, [lane, type, teacher, marks]);
}

function unconfirmedOf(entries: readonly Unsent[], marks: readonly Mark[]): Unconfirmed {
  const cells = new Map<number, Map<string, Waiting>>();
  const all = new Map<string, Unsent>();
  const refused: Unsent[] = [];
  let count = 0;
  for (const entry of entries) {
    if (entry.name !== markName && entry.name !== allName) continue;
    if (entry.refused) refused.push(entry);
    else count++;
    const column = `${entry.input.visitDate}.${entry.input.timesCount}`;
    if (entry.name === allName) all.set(column, entry);
    else {
      const student = Number(entry.input.id_student);
      const row = cells.get(student) ?? new Map<string, Waiting>();
      cells.set(student, row.set(column, { sign: signOf(entry.input, marks), entry }));
    }
  }
  return { cells, all, count, refused };
}

/** Whether all that waits or was refused did so before. */
function isPartOf(some: Unconfirmed, all: Unconfirmed): boolean {
  const sameRefused = some.refused.every((one) => all.refused.some((other) => sameEntry(other, one)));
  const sameColumns = [...some.all].every(([column, one]) => sameEntry(all.all.get(column), one));
  return (
    sameRefused &&
    sameColumns &&
    [...some.cells].every(([student, row]) => {
      const old = all.cells.get(student);
      return old === row || [...row].every(([column, { entry }]) => sameEntry(old?.get(column)?.entry, entry));
    })
  );
}

const sameEntry = (a: Unsent | undefined, b: Unsent) => a?.key === b.key && a.refused?.code === b.refused?.code;

/** The first map when both hold the same. */
function sameMap<K, V>(
  old: ReadonlyMap<K, V> | undefined,
  now: ReadonlyMap<K, V>,
  same: (a: V | undefined, b: V) => boolean,
): ReadonlyMap<K, V> {
  return old?.size === now.size && [...now].every(([key, value]) => same(old.get(key), value)) ? old : now;
}

function keptFrom(old: Unconfirmed, now: Unconfirmed): Unconfirmed {
  const cells = new Map(
    [...now.cells].map(([student, row]) => [
      student,
      sameMap(old.cells.get(student), row, (a, b) => sameEntry(a?.entry, b.entry)),
    ]),
  );
  const kept = {
    ...now,
    cells: sameMap(old.cells, cells, (a, b) => a === b),
    all: sameMap(old.all, now.all, sameEntry),
  };
  const same = kept.cells === old.cells && kept.all === old.all && kept.count === old.count;
  return same && kept.refused.length === old.refused.length ? old : kept;
}

/** What stands in a cell on this screen: what waits, else what is entered, else what "all present" will make. */
export function signIn(
  column: string,
  cells: ReadonlyMap<string, Entry> | undefined,
  waiting: ReadonlyMap<string, Waiting> | undefined,
  all: ReadonlyMap<string, Unsent>,
): Sign | undefined {
  const own = waiting?.get(column)?.sign ?? cells?.get(column);
  return own?.isVisited == null && all.has(column) ? present : own;
}
