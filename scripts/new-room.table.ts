import { tablePageFiles } from './new-room.table-page.ts';
import { capitalizedName, everythingKey, identifierOf, type LineInsertion } from './new-room.texts.ts';

/** The table of a room's entries. */
export const tableName = (name: string): string => `${name.replaceAll('-', '_')}_entry`;

/**
 * What `npm run new-room NAME -- --table` makes in place of the files of the same path: a table of short texts that everybody
 * reads page by page, adds to by a form, and of which each author removes their own.
 */
export const tableFiles: Readonly<Record<string, (name: string) => string>> = {
  'server/database/migrations/STEP_TABLE.sql': (name) => `-- What people write down in the room ${name}.
create table ${tableName(name)} (
  id bigint generated always as identity primary key,
  author_id bigint not null references person,
  text text not null constraint ${tableName(name)}_text check (length(text) between 1 and 500),
  created_at timestamptz not null default now()
);
create index ${tableName(name)}_by_author on ${tableName(name)} (author_id);
`,

  'contract/NAME.ts': (name) => `import { call } from './call.ts';
import * as f from './fields.ts';
import { ${identifierOf(name)}Length } from './limits.ts';

/** The room ${name}. */
export const ${identifierOf(name)} = {
  /** Entries of everybody, the latest first; \`before\`: the last one that was read. */
  list: call({
    path: '/api/${name}/list.json',
    method: 'POST',
    who: 'in',
    reads: true,
    input: f.shape({ before: f.optionalId() }),
    output: f.rows(
      f.shape({ id: f.int(), text: f.str(), author: f.str(), createdAt: f.instant(), canRemove: f.bool() }),
    ),
  }),
  add: call({
    path: '/api/${name}/add.json',
    method: 'POST',
    who: 'in',
    once: true,
    often: 20,
    input: f.shape({ text: f.text(${identifierOf(name)}Length, 1) }),
    output: f.rows(f.shape({ id: f.int() })),
  }),
  remove: call({
    path: '/api/${name}/remove.json',
    method: 'POST',
    who: 'in',
    once: true,
    input: f.shape({ id: f.id() }),
    output: f.writeResult(),
  }),
};
`,

  'server/rooms/NAME/NAME.ts': (name) => `import { ${identifierOf(name)} as calls } from '@bilim/contract/${name}.ts';
import { room } from '../../call/room.ts';
import { authorizeOwnEntry } from './${name}.access.ts';
import { deleteEntry, insertEntry, readEntries } from './${name}.queries.ts';

/** The room ${name}. */
export const ${identifierOf(name)} = room('${name}', calls, {
  handlers: {
    async list({ db, caller, input }) {
      return await readEntries(db, caller, input.before ?? null);
    },

    async add({ db, caller, input, tell }) {
      const entry = await insertEntry(db, caller, input.text.trim());
      tell(['all']);
      return [entry];
    },

    async remove({ db, caller, input, tell }) {
      await deleteEntry(db, await authorizeOwnEntry(db, caller, input.id));
      tell(['all']);
      return [{ result: 1 }];
    },
  },
});
`,

  'server/rooms/NAME/NAME.access.ts': (name) => `import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';

/** An entry that the caller may change; only this file makes one. */
export type OwnEntry = { readonly id: number } & { readonly __authorized: '${name}' };

/** Opens and locks an entry of the caller. 404 for any other, so that nobody learns which numbers exist. */
export async function authorizeOwnEntry(db: Db, caller: Caller, id: number): Promise<OwnEntry> {
  const [row] = await db\`select from ${tableName(name)} where id = \${id} and author_id = \${caller.uid} for update\`;
  if (!row) throw new Refusal('${name}.notFound', 404);
  return { id } as OwnEntry;
}
`,

  'server/rooms/NAME/NAME.queries.ts': (name) => `import { ${identifierOf(name)}Page } from '@bilim/contract/limits.ts';
import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import type { OwnEntry } from './${name}.access.ts';

interface EntryRow {
  id: number;
  text: string;
  author: string;
  createdAt: string;
  canRemove: boolean;
}

/** A page of entries, the latest first, after the one that was read last; null: from the beginning. */
export async function readEntries(db: Db, caller: Caller, before: number | null): Promise<EntryRow[]> {
  return await db<EntryRow[]>\`
    select e.id, e.text, p.full_name as author, e.created_at as "createdAt", e.author_id = \${caller.uid} as "canRemove"
    from ${tableName(name)} e join person p on p.id = e.author_id
    where \${before}::bigint is null or e.id < \${before}::bigint
    order by e.id desc limit \${${identifierOf(name)}Page}\`;
}

/** Adds an entry of the caller. */
export async function insertEntry(db: Db, caller: Caller, text: string): Promise<{ id: number }> {
  const [row] = await db<{ id: number }[]>\`
    insert into ${tableName(name)} (author_id, text) values (\${caller.uid}, \${text}) returning id\`;
  if (!row) throw new Error('an entry that was added is not there');
  return row;
}

export async function deleteEntry(db: Db, { id }: OwnEntry): Promise<void> {
  await db\`delete from ${tableName(name)} where id = \${id}\`;
}
`,

  'server/rooms/NAME/NAME.test.ts': (name) => `import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { openPortal, type TestPortal } from '../../test/as.ts';

const { ${everythingKey(name)} } = everything;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('an entry is read by everybody, and removed by its author alone', async () => {
  const [student, teacher] = [await portal.as('student'), await portal.as('teacher')];
  const key = randomUUID();
  const [added] = await student.get(${identifierOf(name)}.add, { text: ' A green scarf ' }, { key });
  const [again] = await student.get(${identifierOf(name)}.add, { text: ' A green scarf ' }, { key });
  assert.ok(added);
  assert.equal(again?.id, added.id, 'a repeated request adds nothing');
  const [entry, ...more] = await teacher.get(${identifierOf(name)}.list, {});
  assert.deepEqual([entry?.text, entry?.canRemove, more.length], ['A green scarf', false, 0]);
  const refused = await teacher.ask(${identifierOf(name)}.remove, { id: added.id });
  assert.deepEqual([refused.status, refused.error?.code], [404, '${name}.notFound']);
  await student.get(${identifierOf(name)}.remove, { id: added.id });
  assert.deepEqual(await teacher.get(${identifierOf(name)}.list, {}), []);
});

test('an entry says something', async () => {
  const student = await portal.as('student');
  assert.equal((await student.ask(${identifierOf(name)}.add, { text: '' })).status, 400);
});
`,

  ...tablePageFiles,
};

/** Lines about the table in files outside the room. */
export const tableLineInsertions: readonly LineInsertion[] = [
  {
    path: 'contract/limits.ts',
    before: "/** Characters of each part of a person's name. */",
    line: (name) =>
      `/** Entries a page of the room ${name}, and characters of one. */\nexport const ${identifierOf(name)}Page = 20;\nexport const ${identifierOf(name)}Length = 500;`,
  },
  {
    path: 'server/university/person-columns.ts',
    before: '\n];',
    line: (name) => `  follow('${tableName(name)}.author_id', 'rest', { erase: 'rows' }),`,
  },
  {
    path: 'server/university/archive/work.queries.ts',
    before: '\n];',
    line: (name) => `  {
    name: '${name}',
    of: ['${tableName(name)}.author_id'],
    rows: (asked) => asked.db\`
      select e.id as place, e.id as entry, \${readableMoment(asked, 'e.created_at')} as at, e.text
      from ${tableName(name)} e where e.author_id = \${asked.uid}\`,
  },`,
  },
  {
    path: 'server/test/expected-access.ts',
    before: '};',
    line: (name) => `  '${name}.add': 'in',\n  '${name}.remove': 'in',`,
  },
  {
    path: 'docs/wire.md',
    before: '## 3. The live line',
    line: (name) =>
      `### ${name}\n\`list\` tells entries, the latest first, page by page: \`before\` is the last one that was read. \`add\` and \`remove\` tell everybody the live event \`${name}\`; an entry of somebody else is 404 \`${name}.notFound\`.\n`,
  },
];

/** What a person's archive says of the room's entries. */
export const archiveNames = {
  kg: (name: string) => `«${name}» бөлүмүндөгү жазууларыңыз`,
  ru: (name: string) => `Ваши записи в разделе «${name}»`,
  en: (name: string) => `Your entries in ${capitalizedName(name)}`,
} as const;
