import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { apps } from '@bilim/contract/apps.ts';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { login } from '@bilim/contract/login.ts';
import { start } from '@bilim/contract/start.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const pathsOf = (rows: readonly { key: string }[]) => rows.map(({ key }) => key.replace(/\[.*/, '')).sort();

async function dataOf(person: TestClient, page: string, key: string): Promise<unknown> {
  const rows = await person.get(start.page, { page, wide: true });
  const body = rows.find((row) => row.key === key)?.body;
  return body && (JSON.parse(body) as { data: unknown }).data;
}

it('[SAFE-12] a person opens sixty pages a minute from the server', async () => {
  const person = await portal.as('student3');
  const answers: number[] = [];
  for (let times = 0; times < 61; times++) answers.push((await person.ask(start.page, { page: 'profile' })).status);
  assert.deepEqual(answers.slice(59), [200, 429]);
});

describe('what a page begins with', () => {
  it('[WEAK-01] comes in one answer, each part as its call by itself answers it', async () => {
    const teacher = await portal.as('teacher');
    const [term] = await teacher.get(discipline.currentTerm);
    const [year] = await teacher.get(discipline.currentYear);
    const of = { ws: term?.id_ws ?? 0, year: year?.id_a_year ?? 0 };
    const key = callKey(discipline.list.path, of);
    assert.deepEqual(await dataOf(teacher, 'journal', key), await teacher.get(discipline.list, of));
    assert.deepEqual(await dataOf(teacher, 'apps', callKey(apps.badges.path, {})), await teacher.get(apps.badges));
  });

  it('[WEAK-01] follows the choice in the address to the people of its group', async () => {
    const teacher = await portal.as('teacher');
    const rows = await teacher.get(start.page, { page: 'chat', search: '?d=29.0.5' });
    const [people] = rows.filter(({ key }) => key.startsWith(discipline.students.path));
    assert.match(people?.key ?? '', /"id_discipline",29/);
    assert.ok((JSON.parse(people?.body ?? '{}') as { data: unknown[] }).data.length > 1);
    const phone = await teacher.get(start.page, { page: 'journal', search: '?d=29.0.5' });
    assert.ok(!pathsOf(phone).includes(discipline.students.path), 'the journal on a phone shows no people');
  });

  it('[TALK-01] the chat begins with the inbox; a conversation on a phone with neither inbox nor contacts', async () => {
    const teacher = await portal.as('teacher');
    const paths = async (search: string, wide = false) =>
      pathsOf(await teacher.get(start.page, { page: 'chat', search, wide }));
    const inbox = await paths('');
    assert.ok(inbox.includes(chat.conversations.path) && !inbox.includes(discipline.list.path));
    const contacts = await paths('?d=29.0.5');
    assert.ok(contacts.includes(discipline.students.path) && !contacts.includes(chat.conversations.path));
    const conversation = '?year=26&ws=1&d=29.0.5&c=7';
    for (const call of [chat.conversations, discipline.list])
      assert.ok(!(await paths(conversation)).includes(call.path), call.path);
    assert.ok((await paths(conversation, true)).includes(chat.conversations.path));
    assert.ok((await paths('?c=-1')).includes(discipline.students.path));
  });

  it('gives nobody more than the sign-in page, and each person their own', async () => {
    const signInPage = [login.config.path, login.logo.path].sort();
    for (const page of ['login', 'apps', 'journal'])
      assert.deepEqual(pathsOf(await portal.nobody().get(start.page, { page, wide: true })), signInPage);
    const student = await portal.as('student');
    const paths = pathsOf(await student.get(start.page, { page: 'umk', wide: true }));
    assert.ok(paths.includes(discipline.listForStudent.path));
    for (const call of [discipline.list, discipline.semesters, discipline.groups, discipline.students])
      assert.ok(!paths.includes(call.path), call.path);
  });

  it('takes what makes no sense as nothing', async () => {
    const student = await portal.as('student');
    for (const used of ['{', 'null', '[]', '{"d":5}', '{"year":26,"ws":1,"d":"x"}']) {
      const rows = await student.get(start.page, { page: 'umk', used, search: '?d=7&g=x&year=99&ws=9' });
      assert.ok(pathsOf(rows).includes(login.config.path), used);
    }
    assert.deepEqual(
      pathsOf(await student.get(start.page, { page: '../x' })),
      [apps.settings.path, login.config.path].sort(),
    );
  });
});
