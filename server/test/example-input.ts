import type { Call } from '@bilim/contract/call.ts';

interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly caller?: 'uid' | 'role';
}

const fieldsOf = (call: Call) => Object.entries(call.input.properties as Record<string, Field>);

/** The fields of a call that name the caller, with what they name. */
export function callerFields(call: Call): { name: string; is: 'uid' | 'role' }[] {
  return fieldsOf(call).flatMap(([name, { caller }]) => (caller ? [{ name, is: caller }] : []));
}

/** Optional fields of which a call needs one all the same: a conversation with a person, or a group's. */
const neededToo = new Set(['id_to']);

/** The smallest input that fits a call's contract; its ids belong to nothing in particular. */
export function createExampleInput(call: Call): Record<string, unknown> {
  const required = new Set([...((call.input.required as string[] | undefined) ?? []), ...neededToo]);
  return Object.fromEntries(
    fieldsOf(call)
      .filter(([name]) => required.has(name))
      .map(([name, field]) => [name, exampleOf(field)]),
  );
}

function exampleOf({ type, format, minimum, minLength }: Field): unknown {
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1);
  if (type === 'boolean') return true;
  if (type === 'array') return [1];
  return format === 'date' ? '2026-11-21' : 'x'.repeat(minLength ?? 1);
}
