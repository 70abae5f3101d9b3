import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { limits } from '@bilim/contract/limits.ts';
import { createAnnouncements } from '../../test/factories/announcements.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { news } = callsByRoom;
type Item = Output<typeof news.data>[number];

let portal: TestPortal;
let people: Record<'teacher' | 'student' | 'student2' | 'student3' | 'editor' | 'clerk' | 'admin', TestClient>;
/** The faculties of student and of student3. */
let facultyA: number;
let facultyB: number;
before(async () => {
  portal = await openPortal();
  const names = ['teacher', 'student', 'student2', 'student3', 'editor', 'clerk', 'admin'] as const;
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await portal.as(name)])),
  ) as typeof people;
  facultyA = (await people.student.get(news.faculties))[0]?.id_faculty ?? 0;
  facultyB = (await people.student3.get(news.faculties))[0]?.id_faculty ?? 0;
});
after(() => portal.close());

const marker = () => crypto.randomUUID();

let published = 0;
/** Two take turns, as one alone would soon have written too often. */
const writer = () => (published++ % 2 ? people.admin : people.editor);

async function publish(input: object, by: TestClient = writer()): Promise<Item> {
  const [item] = await by.get(news.insert, { message: marker(), ...input });
  assert.ok(item);
  return item;
}

/** Announcements for everybody, straight into the table; gives their ids, newest first. */
async function writeMany(count: number): Promise<number[]> {
  return (await createAnnouncements(portal.database.autocommit, Array(count).fill('one of many'))).reverse();
}

const sees = async (person: TestClient, item: Item) =>
  (await person.get(news.data)).some((one) => one.id_eventMessage === item.id_eventMessage);

/** Gives a person a permission that is limited to some faculties, and signs in again. */
async function limitedTo(name: 'clerk', faculties: number[]): Promise<TestClient> {
  const { uid } = people[name];
  await withdrawPermissions(portal.database.autocommit, uid, 'news');
  for (const faculty of faculties) await grantPermissions(portal.database.autocommit, uid, 'news', { faculty });
  return await portal.as(name);
}

describe('the list', () => {
  test('[NEWS-02] an item shows author and position, moment, text, files, audience', async () => {
    const { doljnost } = (await people.editor.get(callsByRoom.profile.position))[0] ?? {};
    const [profile] = await people.editor.get(callsByRoom.profile.data);
    const text = 'Первая строка\nЕкинчи сап: Ң ө ү <b>не жирно</b> 😀';
    const files = [
      { name: 'план.txt', content: 'a' },
      { name: 'list.csv', content: 'b' },
    ];
    const [item] = await people.editor.get(news.insert, { message: text }, { files });
    assert.ok(item);
    assert.equal(item.message, text);
    assert.equal(item['p23-1'], `${profile?.fullName}|${doljnost ?? ''}`);
    assert.equal(item['p23-1'].split('|').length, 2);
    assert.equal(item.fileName, 'план.txt/list.csv');
    assert.deepEqual(
      item.files.map(({ name, size, type }) => [name, size, type]),
      [
        ['план.txt', 1, 'text/plain'],
        ['list.csv', 1, 'text/csv'],
      ],
    );
    assert.match(item.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(
      [item.id_author, item.canEdit, item.id_humanTypeFor, item.faculties],
      [people.editor.uid, true, -1, []],
    );
    const read = (await people.student.get(news.data))[0];
    assert.deepEqual(read, { ...item, canEdit: false });
    assert.equal((await publish({ message: 'без файлов' })).fileName, '');
  });

  test('[NEWS-02] the author and position above an item are known in each language before there is one', async () => {
    const [byline] = await people.editor.get(news.byline);
    for (const language of ['kg', 'ru', 'en'] as const) {
      people.editor.cookies.set('lang', language);
      assert.equal((await publish({}, people.editor))['p23-1'], byline?.[language]);
    }
    people.editor.cookies.set('lang', 'ru');
    assert.notEqual(byline?.kg, byline?.en);
    assert.equal((await people.student.ask(news.byline)).status, 403);
  });

  test('[NEWS-01] pages of ten, newest first; a short page is the last', async () => {
    const written = await writeMany(23);
    const pages = await Promise.all([1, 2, 3].map((page) => people.student.get(news.data, { page })));
    assert.deepEqual(
      pages
        .flat()
        .slice(0, 23)
        .map((item) => item.id_eventMessage),
      written,
    );
    assert.deepEqual(
      pages.slice(0, 2).map((page) => page.length),
      [limits.newsPageSize, limits.newsPageSize],
    );
    assert.deepEqual(await people.student.get(news.data), pages[0]);
    assert.deepEqual(await people.student.get(news.data, { page: 100_000 }), []);
    for (const page of [0, -2, 1.5, 'x']) assert.equal((await people.student.ask(news.data, { page })).status, 400);
  });

  test('[NEWS-01] the cursor gives what is older, without doubles while others publish', async () => {
    await writeMany(12);
    const first = await people.student.get(news.data);
    await publish({});
    const oldest = first.at(-1)?.id_eventMessage;
    const second = await people.student.get(news.data, { id_eventMessage: oldest, page: 7 });
    assert.ok(second.length);
    const ids = [...first, ...second].map((item) => item.id_eventMessage);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    assert.deepEqual(await people.student.get(news.data, { id_eventMessage: 1 }), []);
  });

  test('[NEWS-02] a bar in a name does not break the author apart', async () => {
    await portal.database.autocommit`update person set surname = 'Бир|Эки' where id = ${people.admin.uid}`;
    const item = await publish({}, people.admin);
    assert.equal(item['p23-1'].split('|').length, 2);
    assert.ok(item['p23-1'].startsWith('Бир/Эки '));
  });
});

describe('who is addressed', () => {
  test('[NEWS-04] everyone, teachers, students, one faculty, several, role and faculty: nobody else gets it', async () => {
    const audiences: [object, (keyof typeof people)[]][] = [
      [{}, ['teacher', 'student', 'student3']],
      [{ id_humanTypeFor: -1, id_faculty: -1 }, ['teacher', 'student', 'student3']],
      [{ id_humanTypeFor: 1 }, ['teacher']],
      [{ id_humanTypeFor: 2 }, ['student', 'student3']],
      [{ id_faculty: facultyB, id_humanTypeFor: 2 }, ['student3']],
      [{ id_faculty: [facultyA], id_humanTypeFor: 2 }, ['student']],
      [{ id_faculty: [facultyA, facultyB], id_humanTypeFor: 2 }, ['student', 'student3']],
    ];
    for (const [audience, readers] of audiences) {
      const item = await publish(audience);
      for (const name of ['teacher', 'student', 'student3'] as const)
        assert.equal(await sees(people[name], item), readers.includes(name), `${JSON.stringify(audience)} ${name}`);
      for (const name of ['editor', 'admin'] as const) assert.ok(await sees(people[name], item), 'who may delete it');
    }
  });

  test('[NEWS-04] a teacher belongs to the faculties of the employment', async () => {
    const [own] = await people.teacher.get(news.faculties);
    const other = own?.id_faculty === facultyA ? facultyB : facultyA;
    assert.ok(await sees(people.teacher, await publish({ id_humanTypeFor: 1, id_faculty: own?.id_faculty })));
    assert.equal(await sees(people.teacher, await publish({ id_humanTypeFor: 1, id_faculty: other })), false);
  });

  test('[NEWS-04] neither page nor cursor lead to what is not addressed', async () => {
    const item = await publish({ id_humanTypeFor: 1 });
    await publish({});
    for (const input of [{ id_eventMessage: item.id_eventMessage + 1 }, { page: 1 }, { page: 2 }]) {
      const list = await people.student.get(news.data, input);
      assert.ok(!list.some((one) => one.id_eventMessage === item.id_eventMessage));
    }
  });

  test('[NEWS-04] who leaves a faculty no longer gets its items', async () => {
    const item = await publish({ id_humanTypeFor: 2, id_faculty: facultyB });
    const leaver = await portal.as('student3');
    assert.ok(await sees(leaver, item));
    await portal.database.autocommit`
      update group_membership set ends_on = today() - 1 where student_id = ${leaver.uid} and ends_on is null`;
    await waitUntil('the new group counts', async () => !(await sees(leaver, item)));
    await portal.database.autocommit`update group_membership set ends_on = null where student_id = ${leaver.uid}`;
    await waitUntil('it is taken back', () => sees(leaver, item));
  });

  test('[NEWS-03] the count of readers is that of the people who get it', async () => {
    const count = async (audience: object) => (await people.editor.get(news.readers, audience))[0]?.readers ?? 0;
    const [all, teachers, students] = [
      await count({}),
      await count({ id_humanTypeFor: 1 }),
      await count({ id_humanTypeFor: 2 }),
    ];
    assert.equal(all, teachers + students);
    const inA = await count({ id_humanTypeFor: 2, id_faculty: [facultyA] });
    const inB = await count({ id_humanTypeFor: 2, id_faculty: [facultyB] });
    assert.ok(inA > 0 && inB > 0);
    assert.equal(await count({ id_humanTypeFor: 2, id_faculty: [facultyA, facultyB] }), inA + inB);
    await portal.database.autocommit`update account set blocked = true where person_id = ${people.student2.uid}`;
    assert.equal(await count({ id_humanTypeFor: 2, id_faculty: [facultyA] }), inA - 1);
    await portal.database.autocommit`update account set blocked = false where person_id = ${people.student2.uid}`;
  });
});

describe('who may write and delete', () => {
  test('[NEWS-03] check returns the permission; without it there is neither writing nor deleting', async () => {
    for (const [name, result] of [
      ['editor', 1],
      ['admin', 1],
      ['teacher', 0],
      ['student', 0],
    ] as const)
      assert.deepEqual(await people[name].get(news.check, { id: people[name].uid, type: name === 'student' ? 2 : 1 }), [
        { result },
      ]);
    const item = await publish({});
    for (const name of ['teacher', 'student', 'clerk'] as const) {
      assert.equal((await people[name].ask(news.insert, { message: 'x' })).status, 403);
      const removed = await people[name].ask(news.delete, { id_eventMessage: item.id_eventMessage });
      assert.deepEqual([removed.status, removed.error?.code], [403, 'call.notAllowed']);
    }
    assert.ok(await sees(people.student, item));
  });

  test('[NEWS-05] an announcement needs text or a file, at most 10 000 characters', async () => {
    for (const message of ['', '   \n', '\u00a0', '\u200b\u2060', '\u3164', '\u2800 \u0301', '\ufeff\u00ad']) {
      const answer = await writer().ask(news.insert, { message });
      assert.deepEqual([answer.status, answer.error?.code], [400, 'news.empty']);
      assert.ok(answer.error?.fields?.message);
    }
    const longest = '😀'.repeat(limits.newsLength);
    assert.equal((await publish({ message: longest })).message, longest);
    const answer = await people.editor.ask(news.insert, { message: `${longest}x` });
    assert.deepEqual([answer.status, Object.keys(answer.error?.fields ?? {})], [400, ['message']]);
    assert.equal((await people.editor.ask(news.insert, { message: 'a\0b' })).status, 400);
  });

  test('[NEWS-03] an audience that does not exist is refused', async () => {
    for (const input of [
      { id_faculty: 999_999 },
      { id_faculty: [facultyA, 999_999] },
      { id_humanTypeFor: 3 },
      { id_faculty: 'x' },
    ])
      assert.equal((await writer().ask(news.insert, { message: 'x', ...input })).status, 400, JSON.stringify(input));
    const twice = await publish({ id_faculty: [facultyA, facultyA] });
    assert.deepEqual(twice.faculties, [facultyA]);
  });

  test('[NEWS-06] a deleted item is gone for everybody, who and when is kept', async () => {
    const item = await publish({});
    const answer = await people.admin.get(news.delete, { id_eventMessage: item.id_eventMessage });
    assert.deepEqual(answer, [{ result: 1, id_eventMessage: item.id_eventMessage }]);
    for (const name of ['student', 'editor'] as const) assert.equal(await sees(people[name], item), false);
    const again = await people.editor.ask(news.delete, { id_eventMessage: item.id_eventMessage });
    assert.deepEqual([again.status, again.error?.code], [404, 'news.notFound']);
    const [row] = await portal.database.autocommit<{ by: number; at: string | null }[]>`
      select deleted_by as by, deleted_at as at from news where id = ${item.id_eventMessage}`;
    assert.equal(row?.by, people.admin.uid);
    assert.ok(row?.at);
  });

  test('[NEWS-06] two who delete at once: one does, the other learns that it is gone', async () => {
    const { id_eventMessage } = await publish({});
    const answers = await Promise.all(
      [people.admin, people.editor].map((by) => by.ask(news.delete, { id_eventMessage })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  });
});

describe('a permission that is limited to faculties', () => {
  test('[NEWS-03] addresses only these, offers only these, deletes only what stays within them', async () => {
    const [all, ofB] = [await publish({}), await publish({ id_faculty: facultyB, id_humanTypeFor: 2 })];
    const both = await publish({ id_faculty: [facultyA, facultyB] });
    const limited = await limitedTo('clerk', [facultyA]);
    assert.deepEqual(
      (await limited.get(news.faculties)).map((one) => one.id_faculty),
      [facultyA],
    );
    for (const input of [{}, { id_faculty: -1 }, { id_faculty: facultyB }, { id_faculty: [facultyA, facultyB] }]) {
      const answer = await limited.ask(news.insert, { message: 'x', ...input });
      assert.deepEqual([answer.status, answer.error?.code], [403, 'news.notYourFaculty'], JSON.stringify(input));
      assert.ok(answer.error?.fields?.id_faculty);
    }
    const own = await publish({ id_faculty: facultyA, id_humanTypeFor: 2 }, limited);
    assert.equal(own.canEdit, true);
    assert.ok(await sees(people.student, own));
    assert.equal(await sees(people.student3, own), false);

    const list = await limited.get(news.data);
    const canEdit = (item: Item) => list.find((one) => one.id_eventMessage === item.id_eventMessage)?.canEdit;
    assert.deepEqual([canEdit(own), canEdit(all)], [true, false]);
    for (const [item, status] of [
      [all, 403],
      [both, 403],
      [ofB, 404],
      [own, 200],
    ] as const)
      assert.equal((await limited.ask(news.delete, { id_eventMessage: item.id_eventMessage })).status, status);
    assert.ok(await sees(people.student3, ofB));
  });

  test('[NEWS-04] reads what is within its faculties, and not the others', async () => {
    const limited = await limitedTo('clerk', [facultyA]);
    const own = (await people.clerk.get(callsByRoom.profile.data))[0]?.faculty;
    assert.ok(own);
    assert.ok(await sees(limited, await publish({ id_faculty: facultyA, id_humanTypeFor: 2 })));
    assert.equal(await sees(limited, await publish({ id_faculty: facultyB, id_humanTypeFor: 2 })), false);
  });
});

test('[NEWS-03] the list of faculties is in the language of the reader and in its alphabet', async () => {
  const all = await people.editor.get(news.faculties);
  assert.ok(all.length >= 2);
  people.editor.cookies.set('lang', 'en');
  const english = await people.editor.get(news.faculties);
  people.editor.cookies.set('lang', 'ru');
  assert.deepEqual(english.map((one) => one.id_faculty).sort(), all.map((one) => one.id_faculty).sort());
  assert.notDeepEqual(
    english.map((one) => one['p23-2']),
    all.map((one) => one['p23-2']),
  );
  for (const [list, alphabet] of [
    [all, 'ru'],
    [english, 'en'],
  ] as const) {
    const names = list.map((one) => one['p23-2']);
    assert.deepEqual(names, names.toSorted(new Intl.Collator(alphabet).compare));
  }
});

describe('one’s own announcements', () => {
  test('[NOW-06] are listed with how many were notified of them and how many have opened them, to their author alone', async () => {
    const item = await publish({ id_humanTypeFor: 2, id_faculty: facultyA }, people.editor);
    const own = async (person: TestClient) =>
      (await person.get(news.own)).find((one) => one.id_eventMessage === item.id_eventMessage);
    const [readers] = await people.editor.get(news.readers, { id_humanTypeFor: 2, id_faculty: facultyA });
    const fresh = await own(people.editor);
    assert.deepEqual(
      [fresh?.readers, fresh?.seen, fresh?.id_humanTypeFor, fresh?.faculties.length],
      [readers?.readers, 0, 2, 1],
    );
    const [received] = await people.student.get(callsByRoom.notices.list);
    const notice = received?.notices.find((one) => one.kind === 'news' && one.thing === item.id_eventMessage);
    await people.student.get(callsByRoom.notices.seen, { ids: [notice?.id] });
    assert.equal((await own(people.editor))?.seen, 1);
    assert.equal(await own(people.admin), undefined, 'somebody else’s');
    assert.equal((await people.student.ask(news.own)).status, 403);
    assert.equal((await people.teacher.ask(news.own)).status, 403);
    await people.editor.get(news.delete, { id_eventMessage: item.id_eventMessage });
    assert.equal(await own(people.editor), undefined);
  });

  test('[NOW-06] are the latest six, newest first; what nobody was notified of counts nobody', async () => {
    const ids = await writeMany(7);
    const own = await people.editor.get(news.own);
    assert.deepEqual(
      own.map((one) => one.id_eventMessage),
      ids.slice(0, 6),
    );
    assert.ok(own.every((one) => one.readers === 0 && one.seen === 0));
  });
});
