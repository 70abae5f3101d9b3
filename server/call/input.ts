import { isBlank } from '@bilim/contract/texts.ts';
import type { TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Refusal } from '../core/refusal.ts';

interface Field {
  readonly read?: string;
  readonly none?: boolean;
  readonly nullIsNone?: boolean;
  readonly caller?: 'uid' | 'role';
  readonly type?: string;
  readonly format?: string;
  readonly visible?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly holds?: number;
  readonly items?: Field;
}

const digits = /^-?\d{1,16}(\.\d{1,6})?$/;
const flags = new Map<unknown, boolean>([
  [0, false],
  ['0', false],
  ['false', false],
  [1, true],
  ['1', true],
  ['true', true],
]);

const asNumber = (value: unknown) => (typeof value === 'string' && digits.test(value) ? Number(value) : value);

/** Replaces an id above its column's range by the highest in it, which no row has; all else stays as it is. */
function asHeld(value: unknown, { holds, maximum }: Field): unknown {
  const isBeyond = typeof value === 'number' && Number.isInteger(value) && value > (holds ?? value);
  return isBeyond && value <= (maximum ?? value) ? holds : value;
}

/** One value as its field's rules read it; undefined means left out. */
function readValue(value: unknown, field: Field): unknown {
  if (value === null && (field.none || field.nullIsNone)) return undefined;
  switch (field.read) {
    case 'number':
    case 'credits': {
      const number = asNumber(value);
      return field.none && number === -1 ? undefined : asHeld(number, field);
    }
    case 'role':
      return value === 1 || value === '1' ? 1 : 2;
    case 'flag':
      return flags.get(value) ?? value;
    case 'text':
      return typeof value === 'string' ? value.normalize('NFC') : value;
    case 'list': {
      if (value === '' && field.none) return undefined;
      const list = (Array.isArray(value) ? value : [value]).map((one) => asHeld(asNumber(one), field.items ?? {}));
      const left = field.none ? list.filter((one) => one !== -1 && one !== null) : list;
      return left.length ? left : undefined;
    }
    default:
      return value;
  }
}

/** What is wrong with a text beyond its type, as the key of a sentence; null when nothing. */
function textFault(value: string, field: Field): string | null {
  if (value.includes('\0') || !value.isWellFormed()) return 'field.characters';
  let length = 0;
  for (const _ of value) length++;
  if (field.maxLength !== undefined && length > field.maxLength) return 'field.long';
  if (field.minLength !== undefined && length < field.minLength) return length ? 'field.short' : 'field.required';
  if (field.visible && isBlank(value)) return 'field.required';
  if (field.format === 'date' && !isDay(value)) return 'field.date';
  return null;
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value) && value >= '1900-01-01';
}

/** A body that was read: the declared fields, typed; fields that name the caller apart from the rest. */
export interface ParsedInput {
  readonly input: Record<string, unknown>;
  readonly callerFields: { readonly field: string; readonly is: 'uid' | 'role'; readonly value: number }[];
}

/**
 * Makes the reader of a call's input from its schema: reads the ways a value may come (digits, 0/1, lists), drops
 * unknown fields, refuses the rest with 400 call.invalid and a sentence for each field to blame.
 */
export function createInputReader(schema: TObject): (raw: unknown) => ParsedInput {
  const fields = Object.entries(schema.properties as Record<string, Field>);
  const required = new Set((schema.required as string[] | undefined) ?? []);
  let compiled: Validator | null = null;

  return (raw) => {
    if (raw === undefined || raw === null) raw = {};
    if (typeof raw !== 'object' || Array.isArray(raw)) throw new Refusal('call.invalid', 400);
    const parsed = raw as Record<string, unknown>;
    const input: Record<string, unknown> = {};
    const callerFields: ParsedInput['callerFields'][number][] = [];
    const faults: Record<string, string> = {};

    for (const [name, field] of fields) {
      if (!Object.hasOwn(parsed, name) || parsed[name] === undefined) {
        if (required.has(name)) faults[name] = 'field.required';
        continue;
      }
      const value = readValue(parsed[name], field);
      if (value === undefined) continue;
      if (typeof value === 'string') {
        const fault = textFault(value, field);
        if (fault) faults[name] = fault;
      }
      if (field.read === 'credits' && typeof value === 'number' && Math.round(value * 100) / 100 !== value)
        faults[name] = 'field.number';
      input[name] = value;
    }
    // Of the hundreds of calls a portal that was just started, or a test, needs a few.
    compiled ??= Compile(schema);
    const check = compiled;
    const fits = check.Check(input);
    if (!fits)
      for (const error of check.Errors(input)) {
        const name = error.instancePath.split('/')[1];
        if (name && !faults[name]) faults[name] = faultOf(error.keyword, parsed[name]);
      }
    if (Object.keys(faults).length) throw new Refusal('call.invalid', 400, { fields: faults });
    if (!fits) throw new Refusal('call.invalid', 400);

    for (const [name, field] of fields) {
      if (!field.caller) continue;
      if (name in input) callerFields.push({ field: name, is: field.caller, value: input[name] as number });
      delete input[name];
    }
    return { input, callerFields };
  };
}

function faultOf(keyword: string, value: unknown): string {
  if (value === null || value === '' || value === -1) return 'field.required';
  if (keyword === 'minimum' || keyword === 'maximum' || keyword === 'maxItems' || keyword === 'enum')
    return 'field.range';
  return 'field.kind';
}
