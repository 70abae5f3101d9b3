import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createDatabaseClockEnvironment } from '../../test/database.ts';
import { addStudents } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { registration: calls } = callsByRoom;
const callers = 2000;
const places = 200;
const connections = 96;

/** Gives the database and its people; the students call another process, which can be killed. */
let portal: TestPortal;
let server: ChildProcess;
let port: number;

before(async () => {
  portal = await openPortal();
  port = await start(0);
});
after(async () => {
  server.kill('SIGKILL');
  await portal.close();
});

/** Starts the portal without its pages: they are not what is killed here. */
async function start(on: number): Promise<number> {
  server = spawn(process.execPath, [fileURLToPath(new URL('../../test/portal.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      ...createDatabaseClockEnvironment(portal.database.url),
      DATABASE_URL: portal.database.url,
      DATA_DIR: portal.settings.dataDir,
      LOG_LEVEL: 'silent',
      PORT: String(on),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [listens] = (await once(server, 'message')) as [number];
  return listens;
}

test('[REG-06] 2 000 callers for 200 places, the server killed twice: 200 registrations, 200 valid receipts, nobody twice', async () => {
  const db = portal.database.autocommit;
  const base = `http://127.0.0.1:${port}`;
  const crowd = await addStudents({ database: portal.database, base }, 'student', callers);
  const [place] = await db<Record<string, number>[]>`
    select s.year_id as id_a_year, 5 as id_semester, s.discipline_id as id_discipline, s.credits as kredits,
      s.class_type_id as id_vid_zaniatiy, s.teacher_id as id_teacher, s.id as subgroup
    from stream s
    join academic_year y on y.id = s.year_id and y.is_default
    join plan_item i on i.discipline_id = s.discipline_id and i.year_id = s.year_id and i.semester_id = 5
      and i.credits = s.credits and i.speciality_id = 1 and i.elective_block is not null
    order by s.capacity desc, s.id limit 1`;
  assert.ok(place);
  await db`update stream set capacity = taken + ${places} where id = ${place.subgroup ?? 0}`;

  let answered = 0;
  const answers = new Map<number, { status: number; code: string | undefined; receipt: string | undefined }>();
  const ask = async (person: TestClient) => {
    const key = randomUUID();
    for (;;) {
      const answer = await person.ask(calls.save, place, { key }).catch(() => null);
      // Cut off, sent away or still running: the caller asks again with the same key, as the page does.
      if (answer && answer.status !== 503 && answer.error?.code !== 'call.stillRunning') {
        answered++;
        answers.set(person.uid, {
          status: answer.status,
          code: answer.error?.code,
          receipt: answer.data?.[0]?.receipt,
        });
        return;
      }
    }
  };
  const waiting = [...crowd];
  const work = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) await ask(person);
  };
  const kill = async (when: number) => {
    await waitUntil(`${when} are answered`, () => answered >= when);
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    await start(port);
  };
  await Promise.all([
    ...Array.from({ length: connections }, work),
    (async () => {
      await kill(60);
      await kill(140);
    })(),
  ]);

  const won = [...answers.values()].filter((one) => one.status === 200);
  const lost = [...answers.values()].filter((one) => one.status !== 200);
  assert.deepEqual([answers.size, won.length], [callers, places]);
  assert.deepEqual([...new Set(lost.map((one) => `${one.status} ${one.code}`))], ['409 registration.full']);
  const receipts = [...new Set(won.map((one) => one.receipt ?? ''))];
  assert.equal(receipts.length, places);
  const [counted] = await db<Record<string, number>[]>`
    select s.capacity - s.taken as free,
      (select count(*)::int from registration_class c join registration r on r.id = c.registration_id
        where c.stream_id = s.id and c.receipt = any (${receipts}::text[])
          and r.student_id = any (${[...answers].filter(([, one]) => one.status === 200).map(([uid]) => uid)}::bigint[])) as held,
      (select count(*)::int from registration_class c where c.stream_id = s.id) - s.taken as uncounted,
      (select count(*)::int from registration_event e where e.stream_id = s.id and e.kind = 'registered') as events,
      (select count(distinct student_id)::int from registration_event e where e.stream_id = s.id) as students
    from stream s where s.id = ${place.subgroup ?? 0}`;
  assert.deepEqual(counted, { free: 0, held: places, uncounted: 0, events: places, students: places });
});
