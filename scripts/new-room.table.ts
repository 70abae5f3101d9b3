import { tablePageTemplates } from './new-room.table-page.ts';
import { type RoomFileTemplate, roomEntrySource, tableName, toIdentifier, toPascalCase } from './new-room.texts.ts';

/**
 * What `npm run new-room NAME -- --table` makes in place of the files of the same path: a table of short texts that everybody
 * reads page by page, adds to by a form, and of which each author removes their own.
 */
export const tableRoomTemplates: Readonly<Record<string, RoomFileTemplate>> = {
  'server/database/migrations/STEP_TABLE.sql': (name, hasPicture) => `-- What people write down in the room ${name}.
create table ${tableName(name)} (
  id bigint generated always as identity primary key,
  author_id bigint not null references person,
  text text not null constraint ${tableName(name)}_text check (length(text) between 1 and 500),
${hasPicture ? '  picture_id bigint references file,\n' : ''}  created_at timestamptz not null default now()
);
create index ${tableName(name)}_by_author on ${tableName(name)} (author_id);
${hasPicture ? `create index ${tableName(name)}_by_picture on ${tableName(name)} (picture_id);\n` : ''}`,

  'contract/NAME.ts': (name, hasPicture) => `import { call } from './call.ts';
import * as f from './fields.ts';
import { max${toPascalCase(name)}TextLength } from './limits.ts';

/** The room ${name}. */
export const ${toIdentifier(name)} = {
  /** Entries of everybody, the latest first; \`before\`: the last one that was read. */
  list: call({
    path: '/api/${name}/list.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ before: f.optionalId() }),
    output: f.array(
      f.object({
        id: f.integer(),
        text: f.string(),
        author: f.string(),
        createdAt: f.timestamp(),
        canRemove: f.boolean(),${hasPicture ? '\n        hasPicture: f.boolean(),' : ''}
      }),
    ),
  }),
  add: call({
    path: '/api/${name}/add.json',
    method: 'POST',
    access: 'in',
    idempotent: true,
    often: 20,${hasPicture ? "\n    files: { field: 'files', most: 1 }," : ''}
    input: f.object({ text: f.requiredText(max${toPascalCase(name)}TextLength) }),
    output: f.array(f.object({ id: f.integer() })),
  }),
  remove: call({
    path: '/api/${name}/remove.json',
    method: 'POST',
    access: 'in',
    idempotent: true,
    input: f.object({ id: f.id() }),
    output: f.writeResult(),
  }),${
    hasPicture
      ? `
  /** The picture of an entry; \`size\`: small. */
  picture: call({
    path: '/api/${name}/picture.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    input: f.object({ id: f.id(), inline: f.optionalFlag(), size: f.optionalText(10) }),
    output: f.noFields(),
  }),`
      : ''
  }
};
`,

  'server/rooms/NAME/NAME.begins.ts': (name) => `import { ${toIdentifier(name)} } from '@bilim/contract/${name}.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/** Calls of this room whose answers come with a page's first answer (\`PageStartLoader\`): the latest entries. */
export const begins: PageStartLoader = ({ page, caller, fetch }) =>
  page === '${name}' && caller ? fetch(${toIdentifier(name)}.list, {}) : undefined;
`,

  'server/rooms/NAME/NAME.ts': (name, hasPicture) => `${
    hasPicture ? "import { processedPictureTypes } from '@bilim/contract/picture-types.ts';\n" : ''
  }import { ${toIdentifier(name)} as calls } from '@bilim/contract/${name}.ts';
import { room } from '../../call/room.ts';
${
  hasPicture
    ? "import { Refusal } from '../../core/refusal.ts';\nimport { insertFileRows, type ReceivedFile } from '../../files/files.ts';\n"
    : ''
}import { authorizeOwnEntry } from './${name}.access.ts';
import { begins } from './${name}.begins.ts';
import { deleteEntry, insertEntry, readEntries${hasPicture ? ', readPicture' : ''} } from './${name}.queries.ts';

/** The room ${name}. */
export const ${toIdentifier(name)} = room('${name}', calls, {
  begins,
  handlers: {
    async list({ db, caller, input }) {
      return await readEntries(db, caller, input.before ?? null);
    },

    async add({ db, caller, input, ${hasPicture ? 'files, ' : ''}publish }) {
      ${hasPicture ? 'checkPictures(files);\n      const [picture] = await insertFileRows(db, caller.uid, files);\n      ' : ''}const entry = await insertEntry(db, caller, input.text.trim()${hasPicture ? ', picture?.id ?? null' : ''});
      publish(['all']);
      return [entry];
    },

    async remove({ db, caller, input, publish }) {
      await deleteEntry(db, await authorizeOwnEntry(db, caller, input.id));
      publish(['all']);
      return [{ result: 1 }];
    },${
      hasPicture
        ? `

    async picture({ db, input, app, request }) {
      const file = await readPicture(db, input.id);
      if (!file) throw new Refusal('file.notFound', 404);
      return app.files.answer(request, file, { inline: input.inline, small: input.size === 'small' });
    },`
        : ''
    }
  },
});
${
  hasPicture
    ? `
/** Refuses what is no picture, whatever it calls itself. */
function checkPictures(files: readonly ReceivedFile[]): void {
  if (files.some(({ type }) => !processedPictureTypes.includes(type)))
    throw new Refusal('${name}.notPicture', 400, { fields: { files: '${name}.notPicture' } });
}
`
    : ''
}`,

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

  'server/rooms/NAME/NAME.queries.ts': (
    name,
    hasPicture,
  ) => `import { ${toIdentifier(name)}PageSize } from '@bilim/contract/limits.ts';
import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import { latestPageClause } from '../../database/pages.queries.ts';
${hasPicture ? "import type { StoredFile } from '../../files/files.ts';\n" : ''}import type { OwnEntry } from './${name}.access.ts';

interface EntryRow {
  id: number;
  text: string;
  author: string;
  createdAt: string;
  canRemove: boolean;
${hasPicture ? '  hasPicture: boolean;\n' : ''}}

/** A page of entries, the latest first, after the one that was read last; null: from the beginning. */
export async function readEntries(db: Db, caller: Caller, before: number | null): Promise<EntryRow[]> {
  return await db<EntryRow[]>\`
    select ROW.id, ROW.text, p.full_name as author, ROW.created_at as "createdAt",
      ROW.author_id = \${caller.uid} as "canRemove"${hasPicture ? ', ROW.picture_id is not null as "hasPicture"' : ''}
    from ${tableName(name)} ROW join person p on p.id = ROW.author_id
    where \${latestPageClause(db, 'ROW.id', before, ${toIdentifier(name)}PageSize)}\`;
}

/** Adds an entry of the caller. */
export async function insertEntry(db: Db, caller: Caller, text: string${hasPicture ? ', picture: number | null' : ''}): Promise<{ id: number }> {
  const [row] = await db<{ id: number }[]>\`
    insert into ${tableName(name)} (author_id, text${hasPicture ? ', picture_id' : ''})
    values (\${caller.uid}, \${text}${hasPicture ? `, \${picture}` : ''}) returning id\`;
  if (!row) throw new Error('an entry that was added is not there');
  return row;
}

export async function deleteEntry(db: Db, { id }: OwnEntry): Promise<void> {
  await db\`delete from ${tableName(name)} where id = \${id}\`;
}
${
  hasPicture
    ? `
/** The picture of an entry; null: there is none. */
export async function readPicture(db: Db, id: number): Promise<StoredFile | null> {
  const [row] = await db<StoredFile[]>\`
    select f.id, f.key, f.name, f.size, f.type
    from ${tableName(name)} ROW join file f on f.id = ROW.picture_id where ROW.id = \${id}\`;
  return row ?? null;
}
`
    : ''
}`,

  'server/demo/activity/NAME.ts': (name) => `import { ${toIdentifier(name)} } from '@bilim/contract/${name}.ts';
import type { RoomActivity } from '../activity.ts';

/** What people wrote down, the earliest first. */
const examples = [
  { by: 'student', daysAgo: 3, text: 'Зелёный шарф' },
  { by: 'teacher', daysAgo: 2, text: 'Көк дептер' },
  { by: 'student2', daysAgo: 1, text: 'A black umbrella' },
] as const;

/** Has the entries written, and dates them back. */
export const ${toIdentifier(name)}Activity: RoomActivity = async ({ actor, db }) => {
  const ids: number[] = [];
  for (const { by, text } of examples) {
    const author = await actor(by);
    ids.push(...(await author.ask(${toIdentifier(name)}.add, { text })).map(({ id }) => id));
  }
  await db\`
    update ${tableName(name)} ROW set created_at = now() - make_interval(days => w.days_ago)
    from unnest(\${ids}::bigint[], \${examples.map(({ daysAgo }) => daysAgo)}::int[]) as w (id, days_ago) where ROW.id = w.id\`;
};
`,

  'server/rooms/NAME/NAME.test.ts': (name, hasPicture) => `import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { callKey } from '@bilim/contract/start-key.ts';
${hasPicture ? "import sharp from 'sharp';\n" : ''}import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { start, ${roomEntrySource(name)} } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('an entry is read by everybody, and removed by its author alone', async () => {
  const [student, teacher] = [await portal.as('student'), await portal.as('teacher')];
  const key = randomUUID();
  const [added] = await student.get(${toIdentifier(name)}.add, { text: ' A green scarf ' }, { key });
  const [again] = await student.get(${toIdentifier(name)}.add, { text: ' A green scarf ' }, { key });
  assert.ok(added);
  assert.equal(again?.id, added.id, 'a repeated request adds nothing');
  const [entry, ...more] = await teacher.get(${toIdentifier(name)}.list, {});
  assert.deepEqual([entry?.text, entry?.canRemove, more.length], ['A green scarf', false, 0]);
  const refused = await teacher.ask(${toIdentifier(name)}.remove, { id: added.id });
  assert.deepEqual([refused.status, refused.error?.code], [404, '${name}.notFound']);
  await student.get(${toIdentifier(name)}.remove, { id: added.id });
  assert.deepEqual(await teacher.get(${toIdentifier(name)}.list, {}), []);
});

test('an entry says something', async () => {
  const student = await portal.as('student');
  for (const text of ['', '   ']) {
    const { status, error } = await student.ask(${toIdentifier(name)}.add, { text });
    assert.deepEqual([status, error?.code, Object.keys(error?.fields ?? {})], [400, 'call.invalid', ['text']]);
  }
});

test('the page begins with its list, whose next page goes on after the last entry', async () => {
  const student = await portal.as('student');
  const begun = await student.get(start.page, { page: '${name}' });
  assert.ok(begun.some(({ key }) => key === callKey(${toIdentifier(name)}.list.path, {})));
  const [first] = await student.get(${toIdentifier(name)}.add, { text: 'one' });
  const [second] = await student.get(${toIdentifier(name)}.add, { text: 'two' });
  const ids = async (input: { before?: number }) => (await student.get(${toIdentifier(name)}.list, input)).map(({ id }) => id);
  assert.deepEqual(await ids({}), [second?.id, first?.id]);
  assert.deepEqual(await ids({ before: second?.id ?? 0 }), [first?.id]);
});
${
  hasPicture
    ? `
test('an entry has a picture, which everybody sees, and no other file', async () => {
  const [student, teacher] = [await portal.as('student'), await portal.as('teacher')];
  const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background: '#0a5' } });
  const content = await drawn.png().toBuffer();
  const [added] = await student.get(${toIdentifier(name)}.add, { text: 'x' }, { files: [{ name: 'a.png', content }] });
  const [entry] = await teacher.get(${toIdentifier(name)}.list, {});
  assert.deepEqual([entry?.id, entry?.hasPicture], [added?.id, true]);
  const small = await teacher.fetch(\`\${${toIdentifier(name)}.picture.path}?id=\${added?.id}&inline=1&size=small\`);
  assert.deepEqual([small.status, small.headers.get('content-type')], [200, 'image/webp']);
  const absent = await teacher.fetch(\`\${${toIdentifier(name)}.picture.path}?id=\${(added?.id ?? 0) + 1}\`);
  assert.equal(absent.status, 404);
  const refused = await student.ask(${toIdentifier(name)}.add, { text: 'x' }, { files: [{ name: 'a.png', content: 'text' }] });
  assert.deepEqual([refused.status, refused.error?.code], [400, '${name}.notPicture']);
});
`
    : ''
}`,

  ...tablePageTemplates,
};
