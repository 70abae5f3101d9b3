import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';
import { computeCheckDigit, computePaymentCode } from './paymentcode.account.ts';

const { paymentcode, discipline } = callsByRoom;

let portal: TestPortal;
let people: Record<'teacher' | 'student' | 'student2' | 'student3', TestClient>;
let year: number;
before(async () => {
  portal = await openPortal();
  const names = ['teacher', 'student', 'student2', 'student3'] as const;
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await portal.as(name)])),
  ) as typeof people;
  year = (await people.student.get(discipline.defaultYear))[0]?.id_a_year_def ?? 0;
});
after(() => portal.close());

async function request(person: TestClient = people.student) {
  const [group] = await person.get(paymentcode.groups, { id_a_year: year, id_student: person.uid });
  const id_uslug = Math.min(...(await person.get(paymentcode.services)).map((one) => one.id_uslug));
  assert.ok(group);
  return { id_year: year, id_group: group.id_group, id_student: person.uid, id_uslug };
}

test('[PAY-01] years, own groups, services, then eleven digits with a right check digit', async () => {
  const names = (await people.student.get(paymentcode.services)).map((one) => one.name);
  assert.equal(names.length, 11);
  assert.deepEqual(names, names.toSorted(new Intl.Collator('ru').compare));
  const [{ account } = { account: '' }] = await people.student.get(paymentcode.code, await request());
  assert.match(account, /^\d{11}$/);
  assert.equal(account, computePaymentCode(1, year, people.student.uid));
  assert.equal(account.slice(0, 10), `01${year}${String(people.student.uid).padStart(6, '0')}`);
  assert.equal(computeCheckDigit(account.slice(0, 10)), Number(account.at(-1)));
});

test('[PAY-01] the same request gives the same code, also when many ask at once and after the group changes its name', async () => {
  const input = await request();
  const answers = await Promise.all(Array.from({ length: 6 }, () => people.student.get(paymentcode.code, input)));
  assert.equal(new Set(answers.map(([row]) => row?.account)).size, 1);
  const [count] = await portal.database.autocommit<{ count: number }[]>`
    select count(*)::int as count from payment_code where student_id = ${people.student.uid}`;
  assert.equal(count?.count, 1);
});

test('[PAY-01] other person, service or year, other code', async () => {
  const input = await request();
  const services = await people.student.get(paymentcode.services);
  const codes = await Promise.all([
    people.student.get(paymentcode.code, input),
    people.student.get(paymentcode.code, {
      ...input,
      id_uslug: services.find((one) => one.id_uslug !== input.id_uslug)?.id_uslug,
    }),
    people.student2.get(paymentcode.code, await request(people.student2)),
  ]);
  assert.equal(new Set(codes.map(([row]) => row?.account)).size, 3);
});

test('[PAY-02] no such group, service or year is said clearly', async () => {
  const input = await request();
  const foreign = await request(people.student3);
  const wrong: [object, number, string][] = [
    [{ ...input, id_group: foreign.id_group }, 422, 'В этом учебном году вы не числитесь в этой группе.'],
    [{ ...input, id_year: 90 }, 422, 'В этом учебном году вы не числитесь в этой группе.'],
    [{ ...input, id_uslug: 999_999 }, 404, 'Для этой услуги кода нет.'],
    [{ ...input, id_student: people.student2.uid }, 403, 'Запрос составлен от имени другого человека.'],
    [{ ...input, id_group: -1 }, 400, 'Проверьте отмеченные поля.'],
  ];
  for (const [body, status, message] of wrong) {
    const answer = await people.student.ask(paymentcode.code, body);
    assert.deepEqual([answer.status, answer.error?.message], [status, message]);
  }
  assert.deepEqual(await people.student.get(paymentcode.groups, { id_a_year: 90 }), []);
  await portal.database.autocommit`update paid_service set visible = false where id = ${input.id_uslug}`;
  assert.equal((await people.student.ask(paymentcode.code, input)).error?.code, 'paymentcode.noService');
  assert.equal((await people.student.get(paymentcode.services)).length, 10);
  await portal.database.autocommit`update paid_service set visible = true`;
});

test('[PAY-01] thirty codes an hour, then 429 with the time to wait; others go on', async () => {
  const input = await request(people.student3);
  for (let count = 0; count < 30; count++)
    assert.equal((await people.student3.ask(paymentcode.code, input)).status, 200);
  const refused = await people.student3.ask(paymentcode.code, input);
  assert.deepEqual([refused.status, refused.error?.code], [429, 'call.tooOften']);
  assert.ok(Number(refused.headers.get('retry-after')) > 60);
  assert.equal((await people.student2.ask(paymentcode.code, await request(people.student2))).status, 200);
});

test('[PAY-01] only students have codes', async () => {
  const input = await request();
  assert.equal((await people.teacher.ask(paymentcode.code, input)).status, 403);
  assert.equal((await people.teacher.ask(paymentcode.groups, { id_a_year: year })).status, 403);
  assert.equal((await people.teacher.ask(paymentcode.services)).status, 200);
  assert.equal((await portal.nobody().ask(paymentcode.services)).status, 401);
});

test('the check digit shows a wrong digit', () => {
  assert.equal(computeCheckDigit('7992739871'), 3);
  const account = computePaymentCode(7, 26, 2001);
  for (let place = 0; place < 10; place++)
    for (let digit = 0; digit < 10; digit++) {
      const other = `${account.slice(0, place)}${digit}${account.slice(place + 1, 10)}`;
      assert.equal(computeCheckDigit(other) === Number(account.at(-1)), other === account.slice(0, 10));
    }
});
