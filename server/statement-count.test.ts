import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openChatFixture } from './test/chat.ts';
import { openJournalFixture } from './test/journal.ts';
import { openStatementCounter, type StatementCounter } from './test/statement-counter.ts';
import { openPortal, type TestClient, type TestPortal } from './test/test-client.ts';

const { chat, journal, library, registration } = callsByRoom;

let counter: StatementCounter;
let portal: TestPortal;
let teacher: TestClient;
let student: TestClient;
before(async () => {
  portal = await openPortal({}, async (url) => {
    counter = await openStatementCounter(url);
    return counter.url;
  });
  [teacher, student] = [await portal.as('teacher'), await portal.as('student')];
});
after(async () => {
  await portal.close();
  await counter.close();
});

/**
 * No part of an act: the session, which is remembered for seconds; what is written or looked after beside the calls; the
 * event after the commit; the types that the driver asks for.
 */
const aside =
  /as session_id|update session|into (audit|journal_reading) |from registration_(window|waiting) w|pg_notify|pg_catalog\.pg_type/;

/** Fails when an act costs more statements than the given number; what it keeps for the next ones is there already. */
async function expectStatementsAtMost(most: number, act: () => Promise<unknown>): Promise<void> {
  await act();
  counter.take();
  await act();
  const asked = counter.take().filter((text) => !aside.test(text));
  assert.ok(asked.length > 0 && asked.length <= most, asked.map((text) => text.slice(0, 300)).join('\n\n'));
}

describe('statements of what people do most, each sent once under its key', () => {
  test('[CHAT-05] a message costs at most thirteen, to a person and to a group', async () => {
    const chatFixture = await openChatFixture(portal);
    for (const to of [teacher, null]) {
      const fields = { ...chatFixture.fieldsOf(to), message: 'Саламатсызбы' };
      await expectStatementsAtMost(13, () => student.get(chat.insert, fields, { key: randomUUID() }));
    }
  });

  test('[JRN-02] a mark costs at most fourteen, also the first of its class', async () => {
    const at = await openJournalFixture(portal);
    const entry = { ...at.k, id_student: student.uid, isVisited: true, id_otsenka: 5 };
    const mark = (column: object) => teacher.get(journal.mark, { ...entry, ...column }, { key: randomUUID() });
    await expectStatementsAtMost(14, () => mark(at.column()));
    const column = at.column();
    await expectStatementsAtMost(14, () => mark(column));
  });

  test('[REG-06] a seat costs one', async () => {
    const streams = await openStreams(2);
    await expectStatementsAtMost(1, () => student.get(registration.save, streams.pop(), { key: randomUUID() }));
  });

  test('[LIB-05] a file costs at most eight, handed in and fetched', async () => {
    const [shelf] = await teacher.get(library.categories);
    assert.ok(shelf);
    const book = { id_eBook: -1, nameBook: 'Манас', author: 'Эл', id_bookCategory: shelf.id_bookCategory };
    const files = [{ name: 'Манас.txt', content: 'Эй, эй, эй!' }];
    const uploadFile = () => teacher.get(library.save, book, { files, key: randomUUID() });
    await expectStatementsAtMost(8, uploadFile);
    const [kept] = await uploadFile();
    await expectStatementsAtMost(8, () => student.get(library.download, { id_eBook: kept?.id_eBook ?? 0 }));
  });
});

/** Streams with free seats in which the student may register, each of another class of the plan. */
function openStreams(count: number) {
  return portal.database.autocommit<Record<string, number>[]>`
    select distinct on (k.plan_item_id, k.class_type_id) s.year_id as id_a_year, i.semester_id as id_semester,
      s.discipline_id as id_discipline, s.credits as kredits, s.class_type_id as id_vid_zaniatiy,
      s.teacher_id as id_teacher, s.id as subgroup
    from academic_year y
    join group_membership m on m.student_id = ${student.uid} and m.ends_on is null
    join study_group g on g.id = m.group_id
    join plan_item i on i.speciality_id = g.speciality_id and i.year_id = y.id
    join semester e on e.id = i.semester_id and e.course = y.id - g.admission_year + 1
    join plan_item_class k on k.plan_item_id = i.id
    join stream s on s.year_id = y.id and s.term_id = e.term_id and s.discipline_id = i.discipline_id
      and s.credits = i.credits and s.class_type_id = k.class_type_id and s.taken < s.capacity
      and s.is_chosen = (i.elective_block is not null)
    where y.is_default and not exists (select from registration r where r.student_id = ${student.uid}
      and (r.discipline_id = i.discipline_id or r.elective_block = i.elective_block))
    order by k.plan_item_id, k.class_type_id, s.id limit ${count}`;
}
