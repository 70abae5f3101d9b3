/** A new room's own files by their path; each fills in the room's name. */
export const newRoomTemplates: Readonly<Record<string, (name: string) => string>> = {
  'contract/NAME.ts': (name) => `import { call } from './call.ts';
import * as f from './fields.ts';

/** The room ${name}. */
export const ${toIdentifier(name)} = {
  list: call({
    path: '/api/${name}/list.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ person: f.id() }),
    output: f.array(f.object({ person: f.integer(), name: f.string() })),
  }),
};
`,

  'server/rooms/NAME/NAME.ts': (name) => `import { ${toIdentifier(name)} as calls } from '@bilim/contract/${name}.ts';
import { room } from '../../call/room.ts';
import { authorizePerson } from './${name}.access.ts';
import { begins } from './${name}.begins.ts';
import { readName } from './${name}.queries.ts';

/** The room ${name}. */
export const ${toIdentifier(name)} = room('${name}', calls, {
  begins,
  handlers: {
    async list({ db, caller, input }) {
      return await readName(db, await authorizePerson(db, caller, input.person));
    },
  },
});
`,

  'server/rooms/NAME/NAME.begins.ts': (name) => `import { ${toIdentifier(name)} } from '@bilim/contract/${name}.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/** Calls of this room whose answers come with a page's first answer (\`PageStartLoader\`): whoever opens the page. */
export const begins: PageStartLoader = ({ page, caller, fetch }) =>
  page === '${name}' && caller ? fetch(${toIdentifier(name)}.list, { person: caller.uid }) : undefined;
`,

  'server/rooms/NAME/NAME.access.ts': (name) => `import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';

/** A person that the caller may see here; only this file makes one. */
export type AuthorizedPerson = { readonly id: number } & { readonly __authorized: '${name}' };

/** Opens a person; everybody sees themself only. 404 for anybody else, so that nobody learns which numbers exist. */
export async function authorizePerson(db: Db, caller: Caller, id: number): Promise<AuthorizedPerson> {
  const [row] = await db\`select from person where id = \${id} and id = \${caller.uid}\`;
  if (!row) throw new Refusal('${name}.notFound', 404);
  return { id } as AuthorizedPerson;
}
`,

  'server/rooms/NAME/NAME.queries.ts': (name) => `import type { Db } from '../../database/database.ts';
import type { AuthorizedPerson } from './${name}.access.ts';

/** A person's number and name. */
export async function readName(db: Db, person: AuthorizedPerson) {
  return await db<{ person: number; name: string }[]>\`
    select id as person, full_name as name from person where id = \${person.id}\`;
}
`,

  'server/rooms/NAME/NAME.test.ts': (name) => `import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { start, ${roomEntrySource(name)} } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('people see themselves, and nobody else', async () => {
  const [student, teacher] = [await portal.as('student'), await portal.as('teacher')];
  const own = await student.get(${toIdentifier(name)}.list, { person: student.uid });
  assert.deepEqual(
    own.map((row) => row.person),
    [student.uid],
  );
  const other = await student.ask(${toIdentifier(name)}.list, { person: teacher.uid });
  assert.deepEqual([other.status, other.error?.code], [404, '${name}.notFound']);
});

test('the page begins with what it shows', async () => {
  const student = await portal.as('student');
  const begun = await student.get(start.page, { page: '${name}' });
  assert.ok(begun.some(({ key }) => key === callKey(${toIdentifier(name)}.list.path, { person: student.uid })));
});
`,

  'web/src/rooms/NAME/NAME.data.ts': (name) => `import { ${toIdentifier(name)} } from '@bilim/contract/${name}.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtom } from '../../core/atom.ts';
import { queryForCall } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';

/** Whoever is signed in. */
export function usePeople() {
  const { user } = useAtom(session);
  return useQuery({ ...queryForCall('${name}', ${toIdentifier(name)}.list, { person: user?.uid ?? 0 }), enabled: user !== null });
}
`,

  'web/src/rooms/NAME/PAGE.tsx': (name) => `import { useTranslation } from 'react-i18next';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Page } from '../../kit/Page.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { usePeople } from './${name}.data.ts';
import styles from './${toPascalCase(name)}.module.css';

/** The page of the room ${name}. */
export default function ${pageComponentName(name)}() {
  const { t } = useTranslation('${name}');
  return (
    <Page title={t('title')} fromApps>
      <People />
    </Page>
  );
}

function People() {
  const { t } = useTranslation('${name}');
  const { data, error, refetch } = usePeople();
  if (error && !data) return <LoadFailure title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton className={styles.list}>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (data.length === 0) return <EmptyState title={t('empty')} />;
  return (
    <ul className={styles.list}>
      {data.map(({ person, name }) => (
        <li key={person} className={classNames(card.card, styles.row)} translate="no">
          {name}
        </li>
      ))}
    </ul>
  );
}
`,

  'web/src/rooms/NAME/TITLE.module.css': () => `.list {
  display: grid;
  gap: var(--s3);
}
.row {
  padding: var(--s4) var(--s5);
}
.skeletonBar {
  height: 56px;
}
`,

  'web/public/locales/kg/NAME.json': (name) =>
    formatJson({
      title: `«${name}» бөлүмү`,
      failed: 'Бөлүм жүктөлгөн жок',
      empty: 'Азырынча эч нерсе жок',
      refusals: { notFound: 'Мындай адам жок, же ал сизге көрүнбөйт.' },
    }),
  'web/public/locales/ru/NAME.json': (name) =>
    formatJson({
      title: `Раздел «${name}»`,
      failed: 'Не удалось загрузить раздел',
      empty: 'Пока ничего нет',
      refusals: { notFound: 'Такого человека нет, или он вам не виден.' },
    }),
  'web/public/locales/en/NAME.json': (name) =>
    formatJson({
      title: toEnglishTitle(name),
      failed: 'Couldn’t load this room',
      empty: 'Nothing here yet',
      refusals: { notFound: 'There is no such person, or you may not see them.' },
    }),

  'e2e/NAME.spec.ts': (name) => `import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('the page opens and shows whoever is signed in @both', async ({ page }) => {
  await signInAs(page, 'student', '/lms/${name}');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Раздел «${name}»');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
});
`,
};

/** Makes a file of a room with a table, with or without a picture for each of its entries. */
export type RoomFileTemplate = (name: string, hasPicture: boolean) => string;

/** The table of a room's entries. */
export const tableName = (name: string): string => `${name.replaceAll('-', '_')}_entry`;

/** A room's name as an identifier of TypeScript: `lost-found` is `lostFound`. */
export function toIdentifier(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A room's entry among all rooms, and how its calls are taken out of them. */
export function roomEntrySource(name: string): string {
  return name.includes('-') ? `'${name}': ${toIdentifier(name)}` : name;
}

/** A room's name as an identifier with a capital letter, after which its styles are called. */
export function toPascalCase(name: string): string {
  const identifier = toIdentifier(name);
  return `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}`;
}

/** A room's name as its English title until somebody writes a better one: `lost-found` is “Lost found”. */
export function toEnglishTitle(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
}

/** The name of a room's page, after which its file is called. */
export function pageComponentName(name: string): string {
  return `${toPascalCase(name)}Page`;
}

/** As locale files are written. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
