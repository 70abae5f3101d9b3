import { desk } from './bytes.ts';

/** A UTF-16 unit becomes at most so many bytes. */
const widest = 6;
/** No number is longer. */
const longestNumber = 32;
/** Longer texts are quicker left to the engine. */
const longText = 100;
/** Equal to no value of a row. */
const nothing = Symbol('nothing');
const before = Buffer.from('{"result":0,"error":null,"data":[');

interface Column {
  readonly name: string;
  /** What stands before its value: comma or brace, name, colon. */
  readonly lead: Uint8Array;
  readonly type: string;
  readonly nullable: boolean;
}

/**
 * Writes a successful answer whose data is a list of rows with plain fields, and only with those of `outcome`; null when
 * `outcome` is something else. What a row has in common with the one before it, which is most of a long list, is copied
 * and not made anew. The writer gives null for rows it leaves to the usual way: a value is not as declared, or they are
 * larger than the desk.
 */
export function rowWriter(outcome: object): ((rows: readonly unknown[]) => Buffer | null) | null {
  const columns = columnsOf(outcome);
  if (!columns) return null;
  const names = columns.map(({ name }) => name);
  const count = columns.length;
  const limit = desk.length - columns.reduce((sum, { lead }) => sum + lead.length + longestNumber, 64);
  /** Where the fields of the row before begin, and where the last one ends. */
  const starts = new Int32Array(count + 1);

  return (rows) => {
    const last: unknown[] = new Array(count).fill(nothing);
    desk.set(before);
    let at = before.length;
    for (const row of rows) {
      if (typeof row !== 'object' || row === null) return null;
      let same = -1;
      for (let n = 0; n < count; n++) {
        const value = (row as Record<string, unknown>)[names[n] as string];
        const was = starts[n] as number;
        if (value === last[n]) {
          if (same < 0) same = was;
          starts[n] = at + was - same;
          continue;
        }
        if (same >= 0) {
          at = copied(same, was, at);
          same = -1;
        }
        if (at > limit) return null;
        starts[n] = at;
        at = written(columns[n] as Column, value, at, limit);
        if (at < 0) return null;
        last[n] = value;
      }
      if (same >= 0) at = copied(same, starts[count] as number, at);
      if (at > limit) return null;
      starts[count] = at;
      desk[at++] = 0x7d;
      desk[at++] = 0x2c;
    }
    if (rows.length) at--;
    desk[at++] = 0x5d;
    desk[at++] = 0x7d;
    return Buffer.from(desk.subarray(0, at));
  };
}

interface Declared {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly items?: Declared;
  readonly properties?: Readonly<Record<string, Declared>>;
  readonly required?: readonly string[];
}

const plainTypes = ['integer', 'number', 'boolean', 'string'];

function columnsOf({ type, items }: Declared): Column[] | null {
  if (type !== 'array' || items?.type !== 'object' || !items.properties) return null;
  const columns: Column[] = [];
  for (const [name, { type, nullable }] of Object.entries(items.properties)) {
    if (!type || !plainTypes.includes(type) || !items.required?.includes(name)) return null;
    const lead = Buffer.from(`${columns.length ? ',' : '{'}${JSON.stringify(name)}:`);
    columns.push({ name, lead, type, nullable: nullable === true });
  }
  return columns.length ? columns : null;
}

/** Copies what is on the desk already; like the others it gives the end of what was written. */
function copied(from: number, to: number, at: number): number {
  if (at + to - from <= desk.length) desk.copyWithin(at, from, to);
  return at + to - from;
}

/** Writes a field; negative when its value is not as declared or has no room. */
function written({ lead, type, nullable }: Column, value: unknown, start: number, limit: number): number {
  let at = start;
  for (let n = 0; n < lead.length; n++) desk[at++] = lead[n] as number;
  if (value === null) return nullable ? ascii('null', at) : -1;
  if (type === 'string') return typeof value === 'string' ? textWritten(value, at, limit) : -1;
  if (type === 'boolean') return typeof value === 'boolean' ? ascii(value ? 'true' : 'false', at) : -1;
  if (!(type === 'integer' ? Number.isInteger(value) : Number.isFinite(value))) return -1;
  return numberWritten(value as number, at);
}

function ascii(text: string, start: number): number {
  let at = start;
  for (let n = 0; n < text.length; n++) desk[at++] = text.charCodeAt(n);
  return at;
}

function numberWritten(value: number, start: number): number {
  if (!(value >= 0 && value < 1e9) || value !== Math.floor(value)) return ascii(String(value), start);
  let size = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) size++;
  let rest = value | 0;
  for (let n = start + size - 1; n >= start; n--) {
    const next = (rest / 10) | 0;
    desk[n] = 0x30 + rest - next * 10;
    rest = next;
  }
  return start + size;
}

function textWritten(text: string, start: number, limit: number): number {
  const { length } = text;
  if (start + length * widest > limit) return -1;
  if (length > longText) return start + desk.write(JSON.stringify(text), start);
  let at = start;
  desk[at++] = 0x22;
  for (let n = 0; n < length; n++) {
    const unit = text.charCodeAt(n);
    // Signs that JSON escapes, and pairs.
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000))
      return start + desk.write(JSON.stringify(text), start);
    if (unit < 0x80) desk[at++] = unit;
    else if (unit < 0x800) {
      desk[at++] = 0xc0 | (unit >> 6);
      desk[at++] = 0x80 | (unit & 0x3f);
    } else {
      desk[at++] = 0xe0 | (unit >> 12);
      desk[at++] = 0x80 | ((unit >> 6) & 0x3f);
      desk[at++] = 0x80 | (unit & 0x3f);
    }
  }
  desk[at++] = 0x22;
  return at;
}
