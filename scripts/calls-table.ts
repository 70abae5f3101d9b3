import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@bilim/contract/call.ts';
import { listCalls } from '@bilim/contract/calls-by-room.ts';
import { projectFolder } from './results.ts';

/** As much of a JSON schema as the contract uses. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | Schema[];
  nullable?: boolean;
  caller?: string;
  read?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  enum?: readonly string[];
}

/** Where the table of calls stands. */
export const callsTablePath = join(projectFolder, 'docs/calls.md');

const head = `# Every call

Made from \`contract/\` by \`npx node scripts/calls-table.ts\`; a test fails when it is out of date. The rules for all calls
stand in [wire.md](wire.md), the words in [words.md](words.md).

**Who**: all = anybody, in = signed in, a role, or a permission. **Kind**: R reads, W writes, K honours
\`Idempotency-Key\`, F takes a form with files, raw = answers without the envelope. **Fields**: \`!\` required,
\`°\` names the caller and must equal the session, \`?\` may be null, (n) longest text or list.
`;

/** The page with all calls of the contract: one table a room, a row a call. */
export function renderCallsTable(): string {
  const rooms = Map.groupBy(listCalls(), ({ room }) => room);
  const parts = [...rooms].map(([room, calls]) => {
    const rows = calls.map(({ name, call }) => rowOf(name, call));
    return `\n## ${room}\n| call | path | access | kind | request | data |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return head + parts.join('');
}

function rowOf(name: string, call: Call): string {
  const method = call.method === 'GET' ? 'GET ' : '';
  const input = fieldsOf(call.input as Schema) || '-';
  const output = call.raw ? 'raw' : `\`${shapeOf(call.output as Schema)}\``;
  return `| ${name} | ${method}\`${call.path}\` | ${call.access} | ${kindOf(call)} | ${input} | ${output} |`;
}

function kindOf(call: Call): string {
  return [call.reads ? 'R' : 'W', call.idempotent && 'K', call.files && `F ${call.files.field} 0..${call.files.most}`]
    .filter(Boolean)
    .join(' ');
}

/** `name! int`, `name text (300)`, `uid°`. */
function fieldsOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, field]) => {
      if (field.caller) return `\`${name}°\``;
      return `\`${name}${required.includes(name) ? '!' : ''} ${kindOfField(field)}\``;
    })
    .join(' ');
}

function kindOfField(field: Schema): string {
  if (field.read === 'credits') return 'credits';
  if (field.read === 'role') return 'role';
  if (field.type === 'boolean') return 'bool';
  if (field.type === 'array') return `list (${field.maxItems ?? ''})`;
  if (field.enum) return field.enum.join('/');
  if (field.type === 'string') return field.format === 'date' ? 'date' : `text (${field.maxLength ?? ''})`;
  const isId = (field.maximum ?? 0) >= Number.MAX_SAFE_INTEGER;
  return isId ? 'id' : `${field.minimum}..${field.maximum}`;
}

/** `[{id_group int, p20 str?}]` */
function shapeOf(schema: Schema): string {
  const end = schema.nullable ? '?' : '';
  if (schema.type === 'array')
    return `[${Array.isArray(schema.items) ? schema.items.map(shapeOf).join(', ') : shapeOf(schema.items ?? {})}]${end}`;
  if (schema.properties)
    return `{${Object.entries(schema.properties)
      .map(([name, field]) => `${name} ${shapeOf(field)}`)
      .join(', ')}}${end}`;
  const names: Record<string, string> = { integer: 'int', number: 'num', string: 'str', boolean: 'bool' };
  return `${names[schema.type ?? ''] ?? 'any'}${end}`;
}

if (import.meta.main) writeFileSync(callsTablePath, renderCallsTable());
