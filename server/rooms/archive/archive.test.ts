import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { now } from '../../core/clock.ts';
import { createArchive, fetchArchive, fetchArchiveKey } from '../../test/archive.ts';
import { type ChatFixture, openChatFixture } from '../../test/chat.ts';
import { addAuditEntries } from '../../test/factories/audit-entries.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { openJournalFixture } from '../../test/journal.ts';
import { buildStoredFilePath } from '../../test/stored-files.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { archive, chat, journal, audit, login, personaldata } = callsByRoom;
/** More than what is read of a file at once. */
const draft = 'мой текст '.repeat(20_000);
let portal: TestPortal;
let chatFixture: ChatFixture;
before(async () => {
  portal = await openPortal({
    RATE_PERCENT: '1000',
    NETWORKS: '127.0.0.0/8=Главный корпус | Башкы корпус | Main building',
  });
  chatFixture = await openChatFixture(portal);
});
after(() => portal.close());

/** A person's archive, unpacked. */
async function taken(person: TestClient) {
  await createArchive(person);
  const { response, body } = await fetchArchive(person, await fetchArchiveKey(person));
  assert.equal(response.status, 200);
  const files = unzipSync(body);
  const rows = (name: string): Record<string, string>[] => {
    const file = files[`tables/${name}.csv`];
    return file ? parse(strFromU8(file), { columns: true, bom: true }) : [];
  };
  return { response, files, rows, index: strFromU8(files['index.html'] ?? new Uint8Array()) };
}

describe('[PEOPLE-06] a person’s own archive', { concurrency: false }, () => {
  it('holds marks, messages, files and audit entries of that person, and words of nobody else', async () => {
    const { student, teacher } = chatFixture;
    await chatFixture.send(teacher, student, 'Слова преподавателя');
    await student.get(
      chat.insert,
      { ...chatFixture.fieldsOf(teacher), message: '=Мои слова' },
      { files: [{ name: 'черновик.txt', content: draft }] },
    );
    const gone = await chatFixture.send(student, teacher, 'Удалённое');
    await portal.ownerSql`update message set deleted_at = now(), deleted_by = ${student.uid} where id = ${gone?.id_message ?? 0}`;
    const at = await openJournalFixture(portal);
    await at.teacher.get(journal.mark, {
      ...at.k,
      ...at.column(),
      id_student: student.uid,
      isVisited: true,
      id_otsenka: 5,
    });
    const { files, rows, index, response } = await taken(student);
    assert.deepEqual(
      ['content-type', 'content-disposition', 'cache-control'].map((name) => response.headers.get(name)),
      ['application/zip', 'attachment; filename="bilim-archive.zip"', 'no-store'],
    );
    assert.deepEqual(
      rows('messages').map(({ text }) => text),
      ["'=Мои слова"],
      'own, live, harmless in a spreadsheet',
    );
    const [own] = Object.keys(files).filter((name) => name.startsWith('files/'));
    assert.match(own ?? '', /^files\/\d+-черновик\.txt$/);
    assert.equal(strFromU8(files[own ?? ''] ?? new Uint8Array()), draft);
    assert.deepEqual(
      rows('person').map(({ login }) => login),
      ['student'],
    );
    const marks = rows('marks');
    assert.ok(marks.some(({ present, discipline }) => present === '1' && discipline));
    assert.ok(rows('groups').length > 0 && rows('sessions').length > 0);
    assert.ok(rows('acts').some(({ action }) => action === 'profile.archive'));
    const all = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n');
    for (const others of ['Слова преподавателя', 'Удалённое', 'password_hash'])
      assert.ok(!all.includes(others), others);
    assert.ok(index.includes('Ваши сообщения') && index.includes('href="tables/messages.csv"'));
  });

  it('holds what the bell keeps of a sign-in on a new device', async () => {
    const person = await portal.as('editor');
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';
    const asked = { login: 'editor', password: passwords.editor };
    await portal.nobody().get(login.authorize, asked, { headers: { 'user-agent': agent } });
    const { rows } = await taken(person);
    const notice = rows('notices').findLast(({ step }) => step === 'device');
    assert.deepEqual(
      [notice?.device, notice?.network, notice?.address, notice?.sign_ins],
      ['Chrome, Windows', 'Главный корпус', '127.0.0.1', '1'],
    );
  });

  it('names the files that could not be put in, in its index and in the table of files', async () => {
    const { student2, teacher } = chatFixture;
    for (const name of ['остался.txt', 'пропал.txt'])
      await student2.get(
        chat.insert,
        { ...chatFixture.fieldsOf(teacher), message: name },
        { files: [{ name, content: name }] },
      );
    const [gone] = await portal.ownerSql<{ id: number; key: string }[]>`
      select id, key from file where owner_id = ${student2.uid} and name = 'пропал.txt'`;
    assert.ok(gone);
    await rm(buildStoredFilePath(portal.settings, gone.key));
    const { rows, index, files } = await taken(student2);
    const told = rows('files');
    assert.deepEqual(
      told.map(({ file, in_archive }) => [file?.replace(/^\d+-/, ''), in_archive]),
      [
        ['остался.txt', '1'],
        ['пропал.txt', '0'],
      ],
    );
    for (const { at } of told) assert.match(at ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.ok(index.includes(`<li>${gone.id}-пропал.txt: файла нет в хранилище портала</li>`), index);
    assert.equal(Object.keys(files).filter((name) => name.startsWith('files/')).length, 1);
  });

  it('is readable in each language, for students, teachers and the office', async () => {
    for (const [login, lang, words] of [
      ['student2', 'en', 'You and your account'],
      ['teacher', 'kg', 'Сиз жана эсеп жазууңуз'],
      ['clerk', 'ru', 'Вы и ваша учётная запись'],
      ['admin', 'ru', 'Ваши действия'],
    ] as const) {
      const person = await portal.as(login);
      person.cookies.set('lang', lang);
      const { index, files } = await taken(person);
      assert.ok(index.includes(words), login);
      assert.ok(!index.includes('parts.'), 'every table has its sentence');
      for (const name of Object.keys(files)) if (name.startsWith('tables/')) assert.ok(index.includes(name), name);
    }
  });

  it('comes whole when a table has more rows than are read at once', async () => {
    const person = await portal.as('student3');
    await addAuditEntries(portal.ownerSql, 'mail.confirm', { person: person.uid, count: 2500 });
    const { rows, index } = await taken(person);
    const confirmed = rows('acts').filter(({ action }) => action === 'mail.confirm');
    assert.equal(confirmed.length, 2500);
    assert.ok(index.includes(`<td>${rows('acts').length}</td>`));
  });

  it('opens for its own person, in the session that asked, for five minutes', async () => {
    const { student, student2 } = chatFixture;
    await createArchive(student);
    const key = await fetchArchiveKey(student);
    const elsewhere = await portal.as('student');
    const late = `${Number(key.split('.')[0]) + 60}.${key.split('.')[1]}`;
    for (const [person, tried] of [
      [student2, key],
      [elsewhere, key],
      [student, late],
      [student, 'nothing'],
    ] as const) {
      const answer = await person.ask(archive.file, { key: tried });
      assert.deepEqual([answer.status, answer.error?.code], [404, 'archive.over']);
    }
    assert.equal((await portal.nobody().ask(archive.file, { key })).status, 401);
    const past = String(Math.floor(now().getTime() / 1000) - 60);
    const [session] = await portal.ownerSql<{ id: string }[]>`
      select max(id) as id from session where person_id = ${student2.uid}`;
    const over = `${past}.${portal.app.context.signer.sign('archive', `${student2.uid}|${session?.id}|${past}`)}`;
    assert.equal((await student2.ask(archive.file, { key: over })).error?.code, 'archive.over');
    assert.equal((await fetchArchive(student, key)).response.status, 200);
  });

  it('is an audit entry, and is given five times an hour', async () => {
    const admin = await portal.as('admin');
    const rows = await admin.get(audit.list, { category: 'people' });
    for (const act of ['profile.archive', 'profile.archiveTaken'])
      assert.ok(rows.some(({ action, by }) => action === act && by?.uid === chatFixture.student.uid));
    const strict = await openPortal();
    try {
      const person = await strict.as('student');
      for (let left = 5; left; left--) await person.get(archive.make);
      assert.equal((await person.ask(archive.make)).status, 429);
    } finally {
      await strict.close();
    }
  });
});

describe('[PEOPLE-06] what is kept about a person, and their consent', { concurrency: false }, () => {
  const consentOf = async (person: TestClient) => (await person.get(personaldata.about))[0];
  const code = ({ status, error }: { status: number; error: { code: string } | null }) => [status, error?.code];

  it('is listed with how long it is kept, as the settings and the retention of audit entries have it', async () => {
    const { student } = chatFixture;
    const about = await consentOf(student);
    const of = (kind: string) => about?.kinds.find((one) => one.kind === kind);
    assert.deepEqual(of('study'), { kind: 'study', days: null, months: null });
    assert.deepEqual(of('talk'), { kind: 'talk', days: portal.settings.eraseAfterDays, months: null });
    const [longest] = await portal.ownerSql<
      { months: number }[]
    >`select max(months)::int as months from audit_retention`;
    assert.deepEqual(of('acts'), { kind: 'acts', days: null, months: longest?.months });
    assert.deepEqual([about?.text, about?.consent], [null, null], 'the university has said nothing yet');
    assert.deepEqual(code(await student.ask(personaldata.consent, { version: 1, given: true })), [
      409,
      'personaldata.otherVersion',
    ]);
  });

  it('each version of the university’s text stays, and consent is to the one that was read', async () => {
    const { student } = chatFixture;
    const admin = await portal.as('admin');
    const texts = { text_ru: 'Первый текст', text_kg: 'Биринчи текст', asks: true };
    const [first] = await admin.get(personaldata.setText, texts);
    const version = first?.version ?? 0;
    assert.deepEqual(
      [(await consentOf(student))?.text?.text, (await consentOf(student))?.text?.asks],
      ['Первый текст', true],
    );
    await student.get(personaldata.consent, { version, given: true });
    assert.deepEqual(
      ((await consentOf(student))?.consent ?? null) && [(await consentOf(student))?.consent?.version, true],
      [version, true],
    );
    assert.equal((await admin.get(personaldata.text))[0]?.agreed, 1);
    const [second] = await admin.get(personaldata.setText, { ...texts, text_ru: 'Второй текст' });
    assert.equal((await admin.get(personaldata.text))[0]?.agreed, 0, 'nobody has read the new one yet');
    assert.deepEqual(code(await student.ask(personaldata.consent, { version, given: true })), [
      409,
      'personaldata.otherVersion',
    ]);
    await student.get(personaldata.consent, { version: second?.version, given: false });
    const { rows } = await taken(student);
    assert.deepEqual(
      rows('consents').map(({ version: of, given, text }) => [of, given, text]),
      [
        [String(version), '1', 'Первый текст'],
        [String(second?.version), '0', 'Второй текст'],
      ],
    );
    const entries = await portal.ownerSql<{ action: string }[]>`
      select action from audit where action like 'consent.%' or action like 'privacy.%' order by id`;
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['privacy.text', 'consent.given', 'privacy.text', 'consent.withdrawn'],
    );
  });

  it('attack: who looks after one faculty writes nothing for all, and no call changes what was said', async () => {
    const clerk = await portal.as('clerk');
    await grantPermissions(portal.ownerSql, clerk.uid, 'accounts', { faculty: 'first' });
    portal.app.context.sessions.forget(clerk.uid);
    const texts = { text_ru: 'Чужой текст', asks: true };
    assert.deepEqual(code(await clerk.ask(personaldata.setText, texts)), [403, 'personaldata.notEverywhere']);
    for (const statement of [
      'update consent set given = true',
      'delete from consent',
      'update privacy_text set asks = false',
    ])
      await assert.rejects(
        portal.database.transaction((db) => db.unsafe(statement)),
        { code: '42501' },
      );
  });
});
