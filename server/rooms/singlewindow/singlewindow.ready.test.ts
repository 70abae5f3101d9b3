import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { maxOrderNoteLength } from '@bilim/contract/limits.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { apps, singlewindow } = callsByRoom;

let portal: TestPortal;
let people: Record<'teacher' | 'student' | 'student2' | 'clerk', TestClient>;
before(async () => {
  portal = await openPortal();
  const names = ['teacher', 'student', 'student2', 'clerk'] as const;
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await portal.as(name)])),
  ) as typeof people;
});
after(() => portal.close());
beforeEach(async () => {
  // Numbers go on: what is noted behind a fetched document's reply must not meet an order of the next test.
  await portal.ownerSql`truncate order_event, document_order, order_series`;
});

const namesOf = async (person: TestClient) =>
  (await person.get(singlewindow.documents)).map((one) => one.okno_document);

async function place(person: TestClient) {
  const [region] = await person.get(singlewindow.regions);
  const [district] = await person.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  return { id_oblast: region?.id_oblast, id_raion: district?.id_raion };
}

/** Orders a document by its name and has it prepared with a line; gives its number. */
async function prepared(by: TestClient, name: string, note?: string): Promise<number> {
  const document = (await by.get(singlewindow.documents)).find((one) => one.okno_document === name);
  const [order] = await by.get(singlewindow.save, { ...document, ...(await place(by)) });
  const id_okno_zakaz = order?.id_okno_zakaz ?? 0;
  await people.clerk.get(singlewindow.move, { id_okno_zakaz, status: 'preparing' });
  await people.clerk.get(singlewindow.move, { id_okno_zakaz, status: 'prepared', note });
  return id_okno_zakaz;
}

const ownOrder = async (by: TestClient, id: number) =>
  (await by.get(singlewindow.orders)).find((one) => one.id_okno_zakaz === id);
const newOf = async (person: TestClient) =>
  (await person.get(apps.badges)).find(({ room }) => room === 'singlewindow')?.count ?? 0;

test('[ORD-05] documents are offered by role: list and save refuse another role’s', async () => {
  const [forStudent, forTeacher] = [await namesOf(people.student), await namesOf(people.teacher)];
  assert.ok(forStudent.includes('Справка с места учёбы') && !forStudent.includes('Справка с места работы'));
  assert.ok(forTeacher.includes('Справка с места работы') && !forTeacher.includes('Справка с места учёбы'));
  assert.ok(forStudent.includes('Обходной лист') && forTeacher.includes('Обходной лист'));

  const everyOne = await people.clerk.get(singlewindow.documents, { forDesk: true });
  assert.deepEqual(new Set(everyOne.map((one) => one.okno_document)), new Set([...forStudent, ...forTeacher]));
  assert.equal((await people.student.ask(singlewindow.documents, { forDesk: true })).status, 403);

  const named = (name: string) => everyOne.find((one) => one.okno_document === name);
  for (const [person, name] of [
    [people.teacher, 'Справка с места учёбы'],
    [people.teacher, 'Транскрипт'],
    [people.student, 'Справка с места работы'],
  ] as const) {
    const answer = await person.ask(singlewindow.save, { ...named(name), ...(await place(person)) });
    assert.deepEqual([answer.status, answer.error?.code], [422, 'singlewindow.notOffered'], name);
    assert.deepEqual(Object.keys(answer.error?.fields ?? {}), ['id_okno_document']);
    assert.deepEqual(await person.get(singlewindow.orders), []);
  }
  assert.ok(await prepared(people.teacher, 'Справка с места работы'));
});

test('[ORD-05] a certificate is for students, whatever the university’s table says of it', async () => {
  const sql = portal.database.autocommit;
  await sql`update document_type set role = null where certificate is not null`;
  try {
    assert.ok(!(await namesOf(people.teacher)).includes('Справка с места учёбы'));
    assert.ok((await namesOf(people.student)).includes('Справка с места учёбы'));
  } finally {
    await sql`update document_type set role = 2 where certificate is not null`;
  }
});

test('[ORD-05] a prepared document shows where, when and by whom, in the reader’s language, and the clerk’s line', async () => {
  const id = await prepared(people.student, 'Справка с места учёбы', '  Возьмите паспорт  ');
  const order = await ownOrder(people.student, id);
  const [clerk] = await portal.database.autocommit<{ name: string }[]>`
    select full_name as name from person where id = ${people.clerk.uid}`;
  assert.deepEqual([order?.note, order?.preparedBy], ['Возьмите паспорт', clerk?.name]);
  const byLanguage: Record<string, string> = {};
  for (const language of ['ru', 'kg', 'en']) {
    people.student.cookies.set('lang', language);
    byLanguage[language] = (await ownOrder(people.student, id))?.pickup ?? '';
  }
  people.student.cookies.set('lang', 'ru');
  assert.match(byLanguage.ru ?? '', /Деканат, кабинет 108/);
  assert.match(byLanguage.kg ?? '', /108-бөлмө/);
  assert.match(byLanguage.en ?? '', /room 108/);
  await portal.database.autocommit`update document_type set pickup_en = null where code = 'study'`;
  people.student.cookies.set('lang', 'en');
  assert.equal((await ownOrder(people.student, id))?.pickup, byLanguage.ru);
  people.student.cookies.set('lang', 'ru');
});

test('[ORD-05] the clerk’s line is bounded, can be changed and taken away; nobody else writes it', async () => {
  const id_okno_zakaz = await prepared(people.student, 'Транскрипт');
  const { clerk, student } = people;
  const longest = '😀'.repeat(maxOrderNoteLength);
  const [order] = await clerk.get(singlewindow.note, { id_okno_zakaz, note: longest });
  assert.equal(order?.note, longest);
  for (const call of [singlewindow.note, singlewindow.move]) {
    const answer = await clerk.ask(call, { id_okno_zakaz, status: 'prepared', note: `${longest}x` });
    assert.deepEqual([answer.status, Object.keys(answer.error?.fields ?? {})], [400, ['note']]);
  }
  assert.equal((await student.ask(singlewindow.note, { id_okno_zakaz, note: 'x' })).status, 403);
  await clerk.get(singlewindow.note, { id_okno_zakaz });
  assert.equal((await ownOrder(student, id_okno_zakaz))?.note, longest);
  await clerk.get(singlewindow.note, { id_okno_zakaz, note: '\u200b ' });
  assert.equal((await ownOrder(student, id_okno_zakaz))?.note, null);
  const history = await student.get(singlewindow.history, { id_okno_zakaz });
  assert.deepEqual(
    history.filter(({ action }) => action === 'noted').map(({ reason }) => reason),
    [longest, null, null],
  );
  const missing = await clerk.ask(singlewindow.note, { id_okno_zakaz: id_okno_zakaz + 1000, note: 'x' });
  assert.deepEqual([missing.status, missing.error?.code], [404, 'singlewindow.notFound']);
  await clerk.get(singlewindow.revoke, { id_okno_zakaz, reason: 'x' });
  const late = await clerk.ask(singlewindow.note, { id_okno_zakaz, note: 'x' });
  assert.deepEqual([late.status, late.error?.code], [409, 'singlewindow.wrongStep']);
});

test('[ORD-05] a scan goes to its owner and to the desk, is replaced and taken away', async () => {
  const id_okno_zakaz = await prepared(people.student, 'Обходной лист');
  const { clerk, student, student2 } = people;
  const path = `${singlewindow.scan.path}?id_okno_zakaz=${id_okno_zakaz}`;
  assert.equal((await student.fetch(path)).status, 404);
  const files = [{ name: 'скан.txt', content: 'печать' }];
  const [order] = await clerk.get(singlewindow.note, { id_okno_zakaz, note: 'Скан' }, { files });
  assert.deepEqual([order?.scan?.name, order?.scan?.size], ['скан.txt', 12]);
  for (const person of [student, clerk]) assert.equal(await (await person.fetch(path)).text(), 'печать');
  assert.equal((await student2.fetch(path)).status, 404);
  assert.equal((await portal.nobody().fetch(path)).status, 401);
  await clerk.get(singlewindow.note, { id_okno_zakaz }, { files: [{ name: 'b.txt', content: 'новый' }] });
  assert.equal(await (await student.fetch(path)).text(), 'новый');
  const two = [files[0], files[0]] as typeof files;
  assert.equal((await clerk.ask(singlewindow.note, { id_okno_zakaz }, { files: two })).error?.code, 'file.tooMany');
  const [without] = await clerk.get(singlewindow.note, { id_okno_zakaz, withoutScan: true });
  assert.deepEqual([without?.scan, without?.note], [null, 'Скан']);
  assert.equal((await student.fetch(path)).status, 404);
});

test('[NOW-02] a prepared document is new until its owner has seen it, in every browser within a second', async () => {
  const id = await prepared(people.student, 'Справка с места учёбы');
  const second = await portal.as('student');
  assert.deepEqual([await newOf(people.student), await newOf(second)], [1, 1]);
  assert.equal((await ownOrder(second, id))?.isNew, true);

  const stop = new AbortController();
  const reader = (await second.fetch('/api/live', { signal: stop.signal })).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  // Another person's word changes nothing.
  await people.student2.get(singlewindow.seen, { id_okno_zakaz: [id] });
  await people.clerk.get(singlewindow.seen, { id_okno_zakaz: [id] });
  assert.equal(await newOf(second), 1);
  await people.student.get(singlewindow.seen, { id_okno_zakaz: [id] });
  assert.deepEqual([await newOf(people.student), await newOf(second)], [0, 0]);
  assert.equal((await ownOrder(second, id))?.isNew, false);
  let received = '';
  while (!received.includes(`"key":"${id}"`)) received += (await reader?.read())?.value ?? '';
  stop.abort();

  // A later line of the clerk is news again.
  await people.clerk.get(singlewindow.note, { id_okno_zakaz: id, note: 'Кабинет 110' });
  assert.equal(await newOf(second), 1);
  await people.clerk.get(singlewindow.handOut, { id_okno_zakaz: id });
  assert.equal(await newOf(second), 0);
});

test('[NOW-02] what its owner fetched or was handed is not new; what the desk fetched still is', async () => {
  const study = await prepared(people.student, 'Справка с места учёбы');
  const paper = await prepared(people.student, 'Обходной лист');
  await people.clerk.get(singlewindow.note, { id_okno_zakaz: paper }, { files: [{ name: 'a.txt', content: 'a' }] });
  assert.equal(await newOf(people.student), 2);
  const addresses = [
    `${singlewindow.certificate.path}?id_okno_zakaz=${study}`,
    `${singlewindow.scan.path}?id_okno_zakaz=${paper}`,
  ];
  for (const [index, address] of addresses.entries()) {
    const read = await people.clerk.fetch(address);
    assert.equal(read.status, 200);
    await read.arrayBuffer();
    assert.equal(await newOf(people.student), 2 - index);
    await (await people.student.fetch(address)).arrayBuffer();
    await waitUntil('the fetched document is no longer new', async () => (await newOf(people.student)) === 1 - index);
  }
  const handed = await prepared(people.student, 'Транскрипт');
  assert.equal(await newOf(people.student), 1);
  await people.clerk.get(singlewindow.handOut, { id_okno_zakaz: handed });
  assert.equal(await newOf(people.student), 0);
});

test('[NOW-06] the desk’s figures: what waits, is in work and lies ready, the oldest, and what was handed out by day', async () => {
  const { student, student2, teacher, clerk } = people;
  const sql = portal.database.autocommit;
  const lying = await prepared(student, 'Справка с места учёбы');
  const given = await prepared(student2, 'Справка с места учёбы');
  await clerk.get(singlewindow.handOut, { id_okno_zakaz: given });
  const [document] = await teacher.get(singlewindow.documents);
  const [waiting] = await teacher.get(singlewindow.save, { ...document, ...(await place(teacher)) });
  await sql`update document_order set changed_at = now() - interval '15 days' where id = ${lying}`;
  const [figures] = await clerk.get(singlewindow.figures);
  assert.deepEqual(
    [figures?.waiting, figures?.preparing, figures?.prepared, figures?.lying, figures?.oldest],
    [1, 0, 1, 1, waiting?.date_insert],
  );
  assert.deepEqual(
    figures?.handed.map(({ count }) => count),
    [0, 0, 0, 0, 0, 0, 1],
  );
  assert.equal((await student.ask(singlewindow.figures)).status, 403);
  const wanted = { status: 'prepared', isHanded: false, isLying: true };
  const remindable = async () => (await clerk.get(singlewindow.figures))[0]?.remindable;
  const fresh = await prepared(student2, 'Транскрипт');
  assert.deepEqual(await clerk.get(singlewindow.found, wanted), [{ id_okno_zakaz: lying }]);
  assert.equal(await remindable(), 1);
  await clerk.get(singlewindow.act, { act: 'remind', id_okno_zakaz: [lying, fresh] });
  assert.equal(await remindable(), 0);
  await portal.ownerSql`update order_event set at = at - interval '25 hours' where order_id = ${lying} and action = 'reminded'`;
  assert.equal(await remindable(), 1);
});

test('[NOW-06] the figures of a desk of one faculty hold its orders alone', async () => {
  const { student, clerk } = people;
  const [document] = await student.get(singlewindow.documents);
  await student.get(singlewindow.save, { ...document, ...(await place(student)) });
  const sql = portal.database.autocommit;
  const [other] = await sql<{ id: number }[]>`
    select f.id from faculty f where f.id <> (select s.faculty_id from group_membership m
      join study_group g on g.id = m.group_id join speciality s on s.id = g.speciality_id
      where m.student_id = ${student.uid} and m.ends_on is null) limit 1`;
  await sql`update permission set faculty_id = ${other?.id ?? 0} where code = 'orders' and person_id = ${clerk.uid}`;
  const limited = await portal.as('clerk');
  assert.equal((await limited.get(singlewindow.figures))[0]?.waiting, 0);
  await sql`update permission set faculty_id = null where code = 'orders' and person_id = ${clerk.uid}`;
});
