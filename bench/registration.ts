import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { registration } from '@bilim/contract/registration.ts';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import { addStudents } from '../server/test/factories/people.ts';
import type { BenchContext } from './bench.ts';
import { sendRequest, summarizeLatencies } from './load.ts';

const students = 2000;
const streams = 50;
const seats = 30;
/** Connections of the yardstick: more are only in each other's way on the same rows. */
const maxBareConnections = 64;

interface Place {
  year: number;
  term: number;
  semester: number;
  discipline: number;
  credits: number;
  classType: number;
  teacher: number;
  streams: number[];
}

interface Round {
  times: number[];
  seconds: number;
  taken: number;
  full: number;
  sentAway: number;
}

/**
 * The first minute of a registration day: 2 000 students want one seat each in 50 streams of 30. Whoever is sent away
 * (503) asks again with the same key. Beside it the bare SQL of lock, count and insert in a table of its own.
 */
export async function measureRegistrationRush(portal: string, bench: BenchContext): Promise<void> {
  const place = await prepare(bench);
  const crowd = await addStudents({ database: bench.database, base: portal }, 'student', students);
  const getting = [...crowd];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let one = getting.pop(); one; one = getting.pop()) await one.fetch('/api/config.json');
    }),
  );
  const shots = crowd.map((person, index) => ({
    method: 'POST' as const,
    path: registration.save.path,
    headers: {
      cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': person.cookies.get('XSRF-TOKEN') ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      id_a_year: place.year,
      id_semester: place.semester,
      id_discipline: place.discipline,
      kredits: place.credits,
      id_vid_zaniatiy: place.classType,
      id_teacher: place.teacher,
      subgroup: place.streams[index % streams],
    }),
  }));

  console.log(`\nregistration: ${students} students, ${streams} streams of ${seats} seats`);
  console.log('                     conn     calls/s   p50    p95    p99   seats   full   503');
  for (const places of [8, 64, 256]) {
    await reset(bench, place);
    const agent = new Agent({ keepAlive: true, maxSockets: places });
    const ours = await round(places, async (index, note) => {
      const headers = { ...shots[index]?.headers, 'idempotency-key': randomUUID() };
      for (;;) {
        const answer = await sendRequest(portal, { ...(shots[index] as (typeof shots)[number]), headers }, agent);
        if (answer.status !== 503) return answer.status === 200;
        note();
        await new Promise((again) => setTimeout(again, 50 + Math.random() * 100));
      }
    });
    agent.destroy();
    const bare = await bareRound(bench, places);
    print('portal', places, ours);
    print('bare SQL', places, bare);
    console.log(`${''.padEnd(20)} ratio ${(students / ours.seconds / (students / bare.seconds)).toFixed(2)}`);
  }
}

/** Everybody once, so many at a time. `note` counts who was sent away. */
async function round(places: number, one: (index: number, note: () => void) => Promise<boolean>): Promise<Round> {
  const done: Round = { times: [], seconds: 0, taken: 0, full: 0, sentAway: 0 };
  let next = 0;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: places }, async () => {
      for (let index = next++; index < students; index = next++) {
        const began = performance.now();
        const got = await one(index, () => done.sentAway++);
        done.times.push(performance.now() - began);
        if (got) done.taken++;
        else done.full++;
      }
    }),
  );
  done.seconds = (performance.now() - from) / 1000;
  return done;
}

/** The same with nothing but the lock, the count and the insert, on connections of its own. */
async function bareRound(bench: BenchContext, places: number): Promise<Round> {
  const sql = createPostgresClient(bench.database.url, {
    max: Math.min(places, maxBareConnections),
    onnotice: () => undefined,
  });
  try {
    await sql`drop table if exists bare_seat, bare_stream`;
    await sql`create table bare_stream (id int primary key)`;
    await sql`create table bare_seat (id int generated always as identity primary key, stream_id int not null references bare_stream, student_id int not null unique)`;
    await sql`create index on bare_seat (stream_id)`;
    await sql`insert into bare_stream select generate_series(0, ${streams - 1}::int)`;
    return await round(places, (index) =>
      sql.begin(async (db) => {
        const stream = index % streams;
        await db`select from bare_stream where id = ${stream} for update`;
        const [row] = await db<{ count: number }[]>`
          select count(*)::int as count from bare_seat where stream_id = ${stream}`;
        if ((row?.count ?? 0) >= seats) return false;
        await db`insert into bare_seat (stream_id, student_id) values (${stream}, ${index})`;
        return true;
      }),
    );
  } finally {
    await sql`drop table if exists bare_seat, bare_stream`;
    await sql.end();
  }
}

/** An elective of the plan of `student` with its streams; everybody's window is open. */
async function prepare({ database }: BenchContext): Promise<Place> {
  const db = database.autocommit;
  const [found] = await db<(Omit<Place, 'streams'> & { model: number })[]>`
    select s.year_id as year, s.term_id as term, i.semester_id as semester, s.discipline_id as discipline, s.credits,
      s.class_type_id as "classType", s.teacher_id as teacher, s.id as model
    from account a
    join group_membership m on m.student_id = a.person_id and m.ends_on is null
    join study_group g on g.id = m.group_id
    join academic_year y on y.is_default
    join plan_item i on i.speciality_id = g.speciality_id and i.year_id = y.id and i.elective_block is not null
    join semester e on e.id = i.semester_id and e.course = y.id - g.admission_year + 1
    join stream s on s.year_id = y.id and s.term_id = e.term_id and s.discipline_id = i.discipline_id
      and s.credits = i.credits and s.is_chosen
    where a.login = 'student' order by s.id limit 1`;
  if (!found) throw new Error('no elective for the rush');
  const { model, ...place } = found;
  const rows = await db<{ id: number }[]>`
    insert into stream (code, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
      class_type_id, number, name, is_chosen, capacity)
    select 'rush-' || n, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
      class_type_id, 500 + n, 'Поток ' || n, is_chosen, ${seats}
    from stream, generate_series(1, ${streams}::int) n where id = ${model} returning id`;
  await db`update registration_window set starts_on = today() - 7, ends_on = today() + 7, closed_at = null
    where year_id = ${place.year} and term_id = ${place.term}`;
  return { ...place, streams: rows.map(({ id }) => id) };
}

async function reset({ database }: BenchContext, { streams: ids }: Place): Promise<void> {
  const db = database.autocommit;
  await db`delete from registration r using registration_class c
    where c.registration_id = r.id and c.stream_id = any (${ids}::int[])`;
  await db`update stream set taken = 0 where id = any (${ids}::int[])`;
  await db`vacuum analyze registration, registration_class, stream, student`;
}

function print(name: string, places: number, { times, seconds, taken, full, sentAway }: Round): void {
  const { perSecond, p50, p95, p99 } = summarizeLatencies(times, seconds, 0);
  const figures = [p50, p95, p99].map((figure) => figure.toFixed(1).padStart(6)).join(' ');
  console.log(
    `${name.padEnd(20)} ${String(places).padStart(4)} ${perSecond.toFixed(0).padStart(11)} ${figures} ${String(taken).padStart(7)} ${String(full).padStart(6)} ${String(sentAway).padStart(5)}`,
  );
}
