import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { issueNewPasswords } from '../admin/new-passwords.ts';
import { isCorrectPassword } from '../auth/password.ts';
import { fixtureDay, ImportFixture, listTableChanges, requireFixtureRow } from './fixture.ts';

const trial = new ImportFixture();
/** Every file that names students besides their own. */
const filesOfStudents = ['memberships', 'registrations', 'registration_classes', 'optional_grants', 'results'] as const;

describe('people', () => {
  test('get first passwords on a list that only its owner reads, kept as hashes that must be changed', async () => {
    const { newAccounts } = await trial.loaded();
    assert.equal(newAccounts, 60);
    assert.equal(statSync(trial.passwords).mode & 0o777, 0o600);
    const lines = readFileSync(trial.passwords, 'utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    assert.equal(lines.length, newAccounts);
    const given = new Set(lines.map(([, , , password]) => password));
    assert.equal(given.size, newAccounts, 'no two are the same');
    const accounts = await trial.sql<
      { login: string; password_hash: string; must_change: boolean }[]
    >`select * from account`;
    for (const { login, password_hash: stored, must_change: mustChange } of accounts) {
      const line = lines.find((candidate) => candidate[2] === login);
      assert.ok(line?.[3] && line[0] && line[1], login);
      assert.match(line[3], /^([2-9a-km-np-z]{4}-){4}[2-9a-km-np-z]{4}$/);
      assert.ok(mustChange && !stored.includes(line[3]));
    }
    const [first] = accounts;
    const password = lines.find((line) => line[2] === first?.login)?.[3] ?? '';
    assert.equal(await isCorrectPassword(first?.password_hash ?? '', password), true);
    assert.equal(await isCorrectPassword(first?.password_hash ?? '', `${password}x`), false);
  });

  test('are not written when nobody could be given their passwords', async () => {
    const without = await trial.load({ passwords: undefined });
    assert.deepEqual(
      without.problems.map(({ code }) => code),
      ['passwords.noList'],
    );
    writeFileSync(trial.passwords, 'somebody else');
    const taken = await trial.load();
    assert.deepEqual(
      taken.problems.map(({ code }) => code),
      ['passwords.cannotWrite'],
    );
    assert.equal(readFileSync(trial.passwords, 'utf8'), 'somebody else');
    const [row] = await trial.sql`select count(*)::int as people from person where id not in (select id from office)`;
    assert.equal(row?.people, 0);
  });

  test('who vanished are closed, never deleted; who comes back is open again', async () => {
    await trial.begin();
    const students = trial.folder.rows('students');
    const code = requireFixtureRow(students, -1).code ?? '';
    trial.folder.replace('students', (rows) => rows.slice(0, -1));
    for (const file of filesOfStudents) {
      trial.folder.replace(file, (rows) => rows.filter((row) => row.student !== code));
    }
    await trial.sql`
      insert into session (hash, person_id, expires_at, idle)
      select sha256('here'), id, now() + interval '1 day', '1 day' from person where code = ${code}`;
    await trial.sql`
      insert into remembered_second_step (hash, person_id, until)
      select sha256('rests'), id, now() + interval '30 days' from person where code = ${code}`;
    const result = await trial.loaded();
    assert.equal(result.changes.find(({ file }) => file === 'students')?.closed, 1);
    const resting = await trial.sql`select from remembered_second_step`;
    assert.equal(resting.length, 0, 'no browser passes the second step when the person comes back');
    const ended = await trial.sql<{ why: string }[]>`select why from session_end`;
    assert.deepEqual(
      ended.map(({ why }) => why),
      ['closed'],
      'the sign-in page says why it came',
    );
    const state =
      () => trial.sql`select p.closed_on::text, a.blocked, m.ends_on::text from person p join account a on a.person_id = p.id
      join group_membership m on m.student_id = p.id where p.code = ${code}`;
    assert.deepEqual({ ...(await state())[0] }, { closed_on: fixtureDay, blocked: false, ends_on: fixtureDay });
    const [kept] =
      await trial.sql`select count(*)::int as rows from registration r join person p on p.id = r.student_id where p.code = ${code}`;
    assert.ok((kept?.rows ?? 0) > 0, 'the registrations stay');
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
    trial.folder = trial.untouched.copy();
    await trial.loaded();
    assert.deepEqual({ ...(await state())[0] }, { closed_on: null, blocked: false, ends_on: null });
  });

  test('are not closed in great number unless that is wished', async () => {
    await trial.begin();
    const gone = new Set(
      trial.folder
        .rows('students')
        .slice(0, 8)
        .map((row) => row.code),
    );
    trial.folder.replace('students', (rows) => rows.slice(8));
    for (const file of filesOfStudents) {
      trial.folder.replace(file, (rows) => rows.filter((row) => !gone.has(row.student)));
    }
    const refused = await trial.load();
    assert.deepEqual(
      refused.problems.map(({ code }) => code),
      ['vanish.tooMany', 'vanish.tooMany'],
    );
    const [row] = await trial.sql`select count(*)::int as closed from person where closed_on is not null`;
    assert.equal(row?.closed, 0);
    const result = await trial.loaded({ allowRemoving: { students: 8, memberships: 8 } });
    assert.equal(result.changes.find(({ file }) => file === 'students')?.closed, 8);
  });

  test('who were blocked by hand stay blocked, whatever a file says', async () => {
    await trial.begin();
    const [stays, comesBack] = [
      requireFixtureRow(trial.folder.rows('students'), 3),
      requireFixtureRow(trial.folder.rows('students'), -1),
    ];
    const codes = [stays.code ?? '', comesBack.code ?? ''];
    const blocked = async () =>
      (
        await trial.sql`select p.code from account a join person p on p.id = a.person_id where a.blocked order by 1`
      ).map(({ code }) => code);
    await trial.sql`update account set blocked = true from person p where p.id = person_id and p.code = ${stays.code ?? ''}`;
    trial.folder.edit('students', (rows) => {
      requireFixtureRow(rows, 3).surname = 'Новая';
    });
    await trial.loaded();
    assert.deepEqual(await blocked(), [stays.code], 'although the import changed the person');
    trial.folder.replace('students', (rows) => rows.slice(0, -1));
    for (const file of filesOfStudents)
      trial.folder.replace(file, (rows) => rows.filter((row) => row.student !== comesBack.code));
    await trial.loaded();
    // Blocked while closed: that is a block by hand as well.
    await trial.sql`update account set blocked = true from person p where p.id = person_id and p.code = ${codes[1] ?? ''}`;
    trial.folder = trial.untouched.copy();
    await trial.loaded();
    assert.deepEqual(await blocked(), codes.toSorted());
  });

  test('who come back without a group are named', async () => {
    await trial.begin();
    const code = requireFixtureRow(trial.folder.rows('students'), -1).code ?? '';
    trial.folder.replace('students', (rows) => rows.slice(0, -1));
    for (const file of filesOfStudents)
      trial.folder.replace(file, (rows) => rows.filter((row) => row.student !== code));
    await trial.loaded();
    trial.folder = trial.untouched.copy();
    trial.folder.remove('memberships.csv');
    const { warnings } = await trial.loaded();
    assert.deepEqual(
      warnings.map(({ code: kind, file, row }) => [kind, file, row]),
      [['student.backWithoutGroup', 'students.csv', trial.folder.rows('students').length + 1]],
    );
  });

  test('need a list for their passwords, which is said before the work and lies outside the folder', async () => {
    const steps: string[] = [];
    const problemCodes = async (passwords: string | undefined) => {
      const { problems } = await trial.load({ passwords, onProgress: ({ step }) => steps.push(step) });
      return problems.map(({ code }) => code);
    };
    assert.deepEqual(await problemCodes(undefined), ['passwords.noList']);
    assert.deepEqual(await problemCodes(`${trial.folder.path}/list.html`), ['passwords.insideFolder']);
    assert.deepEqual(await problemCodes('/nowhere/at/all.html'), ['passwords.cannotWrite']);
    assert.ok(steps.includes('check') && !steps.includes('write'));
  });

  test('may swap logins and numbers; a login of somebody else is refused', async () => {
    await trial.begin();
    trial.folder.edit('students', (rows) => {
      const [a, b] = [requireFixtureRow(rows, 3), requireFixtureRow(rows, 4)];
      [a.login, b.login] = [b.login ?? '', a.login ?? ''];
      [a.number, b.number] = [b.number ?? '', a.number ?? ''];
    });
    assert.deepEqual(listTableChanges(await trial.loaded()), [['students', 0, 2, 0, 0]]);
    trial.folder.remove('teachers.csv');
    trial.folder.edit('students', (rows) => Object.assign(requireFixtureRow(rows, 5), { login: 'TEACHER' }));
    assert.deepEqual(
      (await trial.load()).problems.map(({ code, row }) => [code, row]),
      [['login.taken', 7]],
    );
  });

  test('move to another group with a membership for each time', async () => {
    await trial.begin();
    trial.folder.edit('memberships', (rows) => {
      const row = requireFixtureRow(rows, 10);
      row.ends_on = '2026-11-01';
      rows.push({ ...row, group: requireFixtureRow(rows, 0).group ?? '', starts_on: '2026-11-01', ends_on: '' });
    });
    assert.deepEqual(listTableChanges(await trial.loaded()), [['memberships', 1, 1, 0, 0]]);
    trial.folder.replace('memberships', (rows) => rows.slice(0, -1));
    assert.deepEqual(listTableChanges(await trial.loaded()), [['memberships', 0, 0, 1, 0]]);
  });
});

describe('a lost password', () => {
  const renew = async (...logins: string[]) =>
    (
      await issueNewPasswords({
        sql: trial.sql,
        logins,
        passwords: trial.passwords,
        language: 'en',
        reset: { methods: [], directories: [], mails: false },
      })
    ).problems;

  test('is replaced by a new first one on a list; sessions end, nobody else is touched', async () => {
    await trial.begin();
    rmSync(trial.passwords);
    const accounts = await trial.sql<{ id: string; login: string; password_hash: string }[]>`
      update account set must_change = false returning person_id as id, login, password_hash`;
    const [lost, other] = accounts;
    assert.ok(lost && other);
    await trial.sql`
      insert into session (hash, person_id, expires_at, idle)
      select sha256(id::text::bytea), id, now() + interval '1 day', '1 day'
      from unnest(${[lost.id, other.id]}::bigint[]) as id`;
    assert.deepEqual(await renew(lost.login.toUpperCase()), []);
    assert.equal(statSync(trial.passwords).mode & 0o777, 0o600);
    const [, line = ''] = readFileSync(trial.passwords, 'utf8').trim().split('\r\n');
    const [place, , login, password = ''] = line.split(',');
    assert.equal(login, lost.login);
    assert.ok(place);
    const after = await trial.sql<
      { login: string; password_hash: string; must_change: boolean }[]
    >`select * from account`;
    const renewed = after.find((one) => one.login === lost.login);
    assert.equal(await isCorrectPassword(renewed?.password_hash ?? '', password), true);
    assert.deepEqual(
      after.filter((one) => one.must_change).map((one) => one.login),
      [lost.login],
    );
    assert.equal(after.find((one) => one.login === other.login)?.password_hash, other.password_hash);
    assert.deepEqual([...(await trial.sql`select person_id as id from session`)], [{ id: other.id }]);
    assert.equal((await trial.sql`select from audit where action = 'password.reissued'`).length, 1);
  });

  test('is not replaced for anybody when one of the logins is nobody’s or closed, or the list cannot be written', async () => {
    await trial.begin();
    const before = await trial.sql<{ login: string }[]>`select * from account order by person_id`;
    const [first, second] = before;
    assert.ok(first && second);
    await trial.sql`update account set blocked = true where login = ${second.login}`;
    const blocked = await trial.sql`select * from account order by person_id`;
    const codes = async (...logins: string[]) => (await renew(...logins)).map(({ code }) => code);
    assert.deepEqual(await codes(first.login, second.login, 'nobody'), ['login.nobody', 'login.nobody']);
    assert.deepEqual(await codes(first.login), ['passwords.cannotWrite']);
    assert.deepEqual(await trial.sql`select * from account order by person_id`, blocked);
  });
});
