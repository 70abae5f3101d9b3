import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { transliterateName } from '@bilim/contract/latin-name.ts';
import { universityNames } from '../../demo/university-names.ts';
import { testDay } from '../../test/moment.ts';
import { readPdfText } from '../../test/pdf.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { singlewindow, profile } = callsByRoom;

let portal: TestPortal;
let student: TestClient;
let student2: TestClient;
let clerk: TestClient;

before(async () => {
  portal = await openPortal();
  [student, student2, clerk] = await Promise.all([portal.as('student'), portal.as('student2'), portal.as('clerk')]);
});

after(() => portal.close());

/** Orders a document by its place in the university's list and has it prepared; gives the order as its owner sees it. */
async function prepared(place: number, by: TestClient = student) {
  const documents = await by.get(singlewindow.documents);
  const document = documents.toSorted((a, b) => a.id_okno_document - b.id_okno_document)[place];
  const [region] = await by.get(singlewindow.regions);
  const [district] = await by.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  const [order] = await by.get(singlewindow.save, { ...document, ...region, ...district });
  const id_okno_zakaz = order?.id_okno_zakaz ?? 0;
  for (const status of ['preparing', 'prepared']) await clerk.get(singlewindow.move, { id_okno_zakaz, status });
  const own = (await by.get(singlewindow.orders)).find((one) => one.id_okno_zakaz === id_okno_zakaz);
  assert.ok(own);
  return own;
}

const pathOf = (id: number, lang = 'ru') => `${singlewindow.certificate.path}?id_okno_zakaz=${id}&lang=${lang}`;

/** The text of a certificate. */
const textOf = (person: TestClient, id: number, lang = 'ru') => textAt(person, pathOf(id, lang));

/** The text of the PDF at an address. */
async function textAt(person: TestClient, path: string): Promise<string> {
  const response = await person.fetch(path);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return await readPdfText(new Uint8Array(await response.arrayBuffer()));
}

/** Number and code as they are on the paper. */
function printed(text: string): { number: string; code: string } {
  const [, number = '', code = ''] = /check\/(\d{4}-\d{6})\/([0-9a-f ]{20,40})/.exec(text) ?? [];
  return { number, code: code.replaceAll(' ', '').slice(0, 20) };
}

describe('certificates', () => {
  test('[ORD-04] the PDF says what the data says, in the language that is chosen', async () => {
    const order = await prepared(0);
    assert.equal(order.isCertificate, true);
    const [data] = await student.get(profile.data);
    assert.ok(data);
    const titles = { ru: 'Справка с места учёбы', kg: 'Окуу жайынан маалымкат', en: 'Certificate of study' };
    const [ru, kg, en] = universityNames;
    const universities: Record<string, string> = { ru, kg, en };
    const day = testDay.split('-').reverse().join('.');
    for (const [lang, title] of Object.entries(titles)) {
      // A name may be broken at its hyphen.
      const text = (await textOf(student, order.id_okno_zakaz, lang)).replaceAll('- ', '-');
      const name = lang === 'en' ? transliterateName(data.fullName) : data.fullName;
      for (const part of [universities[lang], day, title, name, data.group, data.studentNumber, order.number])
        assert.ok(text.includes(part ?? '?'), `${lang}: ${part} in ${text}`);
    }
    assert.match(await textOf(student, order.id_okno_zakaz, 'kg'), /[ңөү]/);
  });

  test('military, social fund and transcript too; the others are made on paper', async () => {
    for (const place of [1, 2, 3]) {
      const order = await prepared(place);
      assert.ok((await textOf(student, order.id_okno_zakaz)).includes(order.number ?? '?'));
    }
    const paper = await prepared(4);
    assert.deepEqual([paper.isCertificate, typeof paper.number], [false, 'string']);
    assert.equal((await student.fetch(pathOf(paper.id_okno_zakaz))).status, 404);
  });

  test('the transcript holds every discipline so far with its result, and a dash where none is known', async () => {
    const sql = portal.database.autocommit;
    const order = await prepared(3);
    // A long name may be broken at its hyphen.
    const text = (await textOf(student, order.id_okno_zakaz)).replaceAll('- ', '-');
    const results = await sql<{ name: string; points: number; letter: string; mark: string; credits: number }[]>`
      select d.name_ru as name, x.points, m.letter, m.name_ru as mark, i.credits::float as credits
      from discipline_result x
      join discipline d on d.id = x.discipline_id
      join final_mark m on m.points_from = (select max(points_from) from final_mark where points_from <= x.points)
      join group_membership gm on gm.student_id = x.student_id and gm.ends_on is null
      join study_group g on g.id = gm.group_id
      join plan_item i on i.speciality_id = g.speciality_id and i.year_id = x.year_id
        and i.semester_id = x.semester_id and i.discipline_id = x.discipline_id
      where x.student_id = ${student.uid}`;
    assert.ok(results.length > 10);
    for (const { name, points, letter, mark } of results) {
      const row = text.slice(text.indexOf(name) + name.length);
      assert.match(row.slice(0, 60), new RegExp(`^ \\d+(\\.\\d+)? .+? ${points} ${letter}, ${mark}`), name);
    }
    const [weights] = await sql<{ average: string }[]>`
      select to_char(sum(i.credits * m.value) / sum(i.credits), 'FM0.00') as average
      from jsonb_to_recordset(${sql.json(results)}) as i (credits numeric, letter text)
      join final_mark m on m.letter = i.letter`;
    assert.ok(text.includes(`(GPA): ${weights?.average}`), text.slice(-400));
    const [now] = await sql<{ name: string }[]>`
      select d.name_ru as name from registration r join discipline d on d.id = r.discipline_id
      join academic_year y on y.id = r.year_id and y.is_default where r.student_id = ${student.uid} limit 1`;
    assert.match(text.slice(text.indexOf(now?.name ?? '?')), /^.+? — —/);
    assert.ok(text.includes('итог по дисциплине ещё не внесён'));
  });

  test('[ORD-07] the transcript counts earned credits, those of the running term, and those without a result apart', async () => {
    const sql = portal.database.autocommit;
    // One discipline of a term that is over has no result yet, one was failed.
    const [open, failed] = await sql<{ discipline_id: number }[]>`
      select discipline_id from discipline_result where student_id = ${student.uid} and passed
      order by semester_id, discipline_id limit 2`;
    await sql`delete from discipline_result where student_id = ${student.uid} and discipline_id = ${open?.discipline_id ?? 0}`;
    await sql`update discipline_result set passed = false, points = 20
      where student_id = ${student.uid} and discipline_id = ${failed?.discipline_id ?? 0}`;
    const [sums] = await sql<{ earned: number; running: number; unknown: number }[]>`
      select sum(i.credits) filter (where x.passed)::float as earned,
        sum(i.credits) filter (where x.passed is null and a.ends_on >= today())::float as running,
        sum(i.credits) filter (where x.passed is null and a.ends_on < today())::float as unknown
      from group_membership m
      join study_group g on g.id = m.group_id
      join academic_year y on y.is_default
      join plan_item i on i.speciality_id = g.speciality_id and i.year_id <= y.id
      join semester s on s.id = i.semester_id and i.year_id = g.admission_year + s.course - 1
      join academic_calendar a on a.year_id = i.year_id and a.term_id = s.term_id and a.starts_on <= today()
      left join discipline_result x on x.student_id = m.student_id and x.discipline_id = i.discipline_id
        and x.semester_id = i.semester_id
      where m.student_id = ${student.uid} and m.ends_on is null and (i.elective_block is null
        or exists (select from registration r where r.student_id = m.student_id and r.plan_item_id = i.id))`;
    assert.ok(sums && sums.earned > 0 && sums.running > 0 && sums.unknown > 0);
    const order = await prepared(3);
    const phrases = {
      ru: ['Зачтено кредитов', 'Изучается сейчас, кредитов', 'Итог не внесён, кредитов'],
      kg: ['Алынган кредит', 'Азыр окулуп жатат, кредит', 'Жыйынтыгы киргизилген жок, кредит'],
      en: ['Credits earned', 'Credits of the running semester', 'Credits without a result yet'],
    };
    for (const [lang, [earned, running, unknown]] of Object.entries(phrases))
      assert.ok(
        (await textOf(student, order.id_okno_zakaz, lang)).includes(
          `${earned} ${sums.earned} ${running} ${sums.running} ${unknown} ${sums.unknown}`,
        ),
        `${lang}: ${JSON.stringify(sums)} in ${(await textOf(student, order.id_okno_zakaz, lang)).slice(-700)}`,
      );
  });

  test('a transcript of a university that gives no points says passed, failed or nothing', async () => {
    const sql = portal.database.autocommit;
    await sql`update discipline_result set points = null, passed = semester_id <> 1 where student_id = ${student2.uid}`;
    const order = await prepared(3, student2);
    const text = await textOf(student2, order.id_okno_zakaz, 'kg');
    assert.ok(text.includes('эсептелди') && text.includes('эсептелген жок'));
    assert.ok(!text.includes('GPA'));
  });

  test('the letters are the portal’s own and hold the Kyrgyz ones; the page fetches nothing', async () => {
    const order = await prepared(0, student2);
    const pdf = Buffer.from(await (await student2.fetch(pathOf(order.id_okno_zakaz, 'kg'))).arrayBuffer());
    assert.match(pdf.toString('latin1'), /\/FontName \/[A-Z]+\+Onest-/);
    assert.doesNotMatch(pdf.toString('latin1'), /Roboto|\/JavaScript/);
  });

  test('it goes to its owner and to the desk; somebody else’s address gives nothing', async () => {
    const order = await prepared(0, student2);
    assert.equal((await student.fetch(pathOf(order.id_okno_zakaz))).status, 404);
    assert.equal((await portal.nobody().fetch(pathOf(order.id_okno_zakaz))).status, 401);
    assert.equal((await clerk.fetch(pathOf(order.id_okno_zakaz))).status, 200);
  });

  test('the check: genuine, revoked, unknown; a wrong number or code fails', async () => {
    const order = await prepared(0);
    const { number, code } = printed(await textOf(student, order.id_okno_zakaz));
    assert.equal(number, order.number);
    const anybody = portal.nobody();
    const [genuine] = await anybody.get(singlewindow.check, { number, code });
    const [data] = await student.get(profile.data);
    assert.deepEqual([genuine?.state, genuine?.fullName, genuine?.number], ['genuine', data?.fullName, number]);
    const wrong = [
      { number, code: code.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')) },
      { number: number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)), code },
      { number: 'x', code: 'y' },
    ];
    for (const input of wrong) {
      const [unknown] = await anybody.get(singlewindow.check, input);
      assert.deepEqual([unknown?.state, unknown?.fullName], ['unknown', null]);
    }
    const { id_okno_zakaz } = order;
    assert.equal((await student.ask(singlewindow.revoke, { id_okno_zakaz, reason: 'x' })).status, 403);
    await clerk.get(singlewindow.revoke, { id_okno_zakaz, reason: 'Отчислен' });
    assert.equal((await clerk.ask(singlewindow.revoke, { id_okno_zakaz, reason: 'x' })).status, 409);
    const [revoked] = await anybody.get(singlewindow.check, { number, code });
    assert.equal(revoked?.state, 'revoked');
  });

  test('what is issued stays as it was issued', async () => {
    const order = await prepared(0);
    const before = await textOf(student, order.id_okno_zakaz);
    await portal.database.autocommit`update person set surname = 'Башка' where id = ${student.uid}`;
    assert.equal(await textOf(student, order.id_okno_zakaz), before);
  });

  test('[ORD-06] many papers are one file: a list to sign by surname, then each certificate; for the desk alone', async () => {
    const orders = [await prepared(0, student), await prepared(0, student2), await prepared(4, student2)];
    const path = `${singlewindow.papers.path}?${orders.map((one) => `id_okno_zakaz=${one.id_okno_zakaz}`).join('&')}`;
    assert.equal((await student.fetch(path)).status, 403);
    assert.equal((await portal.nobody().fetch(path)).status, 401);
    const names = await portal.database.autocommit<{ name: string }[]>`
      select full_name as name from person where id in (${student.uid}, ${student2.uid})
      order by full_name collate "ru-x-icu"`;
    const text = await textAt(clerk, path);
    const [list = '', ...papers] = text.split('Настоящая справка');
    assert.match(list, /Список выданных документов .*документов: 3/);
    const places = names.map(({ name }) => list.indexOf(name));
    assert.ok(places.every((place) => place > 0) && (places[0] ?? 0) < (places[1] ?? 0), list);
    for (const { number } of orders) assert.ok(list.includes(number ?? '?'));
    // What is made on paper is on the list alone.
    assert.equal(papers.length, 2);
    assert.ok(text.includes('check/'));
  });
});
