import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { unzipSync } from 'fflate';
import { createArchive, fetchArchive, fetchArchiveKey, fetchArchiveState } from '../../test/archive.ts';
import { createDuplicateAccount } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import { buildStoredFilePath } from '../../test/stored-files.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';
import { markArchiveReady, renewArchiveLease } from './archive.jobs.queries.ts';

const { archive, login, notices, people } = callsByRoom;
const reason = 'Вход похитили';
let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal({ RATE_PERCENT: '1000' });
  admin = await portal.as('admin');
});
after(() => portal.close());

/** Where a person's archive lies; empty: nowhere. */
async function placeOf(uid: number): Promise<string> {
  const [row] = await portal.ownerSql<
    { key: string | null }[]
  >`select key from personal_archive where person_id = ${uid}`;
  return row?.key ? buildStoredFilePath(portal.settings, row.key) : '';
}

/** As if another node had begun an archive, and would be silent from `leased` on. */
async function begunElsewhere(uid: number, leased: string, tries = 1): Promise<string> {
  const lease = randomUUID();
  await portal.ownerSql`delete from personal_archive where person_id = ${uid}`;
  await portal.ownerSql`
    insert into personal_archive (person_id, language, asked_at, tries, lease, leased_until)
    values (${uid}, 'ru', now() - interval '1 hour', ${tries}, ${lease}, now() + ${leased}::interval)`;
  return lease;
}

const bell = async (person: TestClient) =>
  (await person.get(notices.list))[0]?.notices.filter(({ kind }) => kind === 'archive') ?? [];
const countAsked = async (uid: number) =>
  (await portal.ownerSql`select from audit where person_id = ${uid} and action = 'profile.archive'`).length;

describe('[PEOPLE-06] the job of an archive', { concurrency: false }, () => {
  it('notifies its person when it is ready, how large it is, and until when it can be taken', async () => {
    const student = await portal.as('student');
    assert.deepEqual((await fetchArchiveState(student)).state, 'none');
    assert.deepEqual(refusalOf(await student.ask(archive.key)), [404, 'archive.none']);
    const { state, size, readyAt, until: last } = await createArchive(student);
    assert.equal(state, 'ready');
    assert.equal((Date.parse(last ?? '') - Date.parse(readyAt ?? '')) / 86_400_000, 7);
    const { response, body } = await fetchArchive(student, await fetchArchiveKey(student));
    assert.deepEqual([response.headers.get('content-length'), body.length], [String(size), size]);
    const [notice, ...more] = await bell(student);
    const [day] = await portal.ownerSql<{ day: string }[]>`select day_of(${last}::timestamptz)::text as day`;
    assert.deepEqual([notice?.step, notice?.until, notice?.isNew, more], ['ready', day?.day, true, []]);
    assert.deepEqual(await bell(admin), [], 'and nobody else');
  });

  it('is one a person: who presses again while it is made has asked for the same one', async () => {
    const student = await portal.as('student2');
    await begunElsewhere(student.uid, '1 hour');
    const before = await fetchArchiveState(student);
    assert.equal(before.state, 'making');
    for (const press of [1, 2]) assert.deepEqual((await student.get(archive.make))[0], before, `press ${press}`);
    assert.deepEqual([await fetchArchiveState(student), await countAsked(student.uid)], [before, 0]);
    assert.deepEqual(refusalOf(await student.ask(archive.key)), [404, 'archive.none']);
  });

  it('starts again when its node was killed, and whoever was thought dead writes nothing any more', async () => {
    const student = await portal.as('student3');
    const lease = await begunElsewhere(student.uid, '-1 second');
    const { state } = await createArchive(student);
    assert.equal(state, 'ready');
    const [place, { uid }] = [await placeOf(student.uid), student];
    const dead = { uid, lease, fullName: '', language: 'ru', tries: 1 } as const;
    const late = await portal.database.transaction(async (db) => [
      await renewArchiveLease(db, dead),
      await markArchiveReady(db, dead, { key: randomUUID(), size: 1 }),
    ]);
    assert.deepEqual([late, await placeOf(student.uid)], [[false, false], place]);
    const { body } = await fetchArchive(student, await fetchArchiveKey(student));
    assert.ok(unzipSync(body)['index.html']);
  });

  it('fails when each try was killed, says so, and is made when it is asked for again', async () => {
    const teacher = await portal.as('teacher');
    await begunElsewhere(teacher.uid, '-1 second', 3);
    const failed = await createArchive(teacher);
    assert.deepEqual([failed.state, failed.reason, failed.size], ['failed', 'failed', null]);
    assert.deepEqual(
      (await bell(teacher)).map(({ step }) => step),
      ['failed'],
    );
    assert.equal((await createArchive(teacher)).state, 'ready');
    assert.deepEqual(
      (await bell(teacher)).map(({ step }) => step),
      ['ready'],
    );
  });

  it('is replaced by the next one, whose bytes alone are kept', async () => {
    const student = await portal.as('student');
    await createArchive(student);
    const first = await placeOf(student.uid);
    await createArchive(student);
    const second = await placeOf(student.uid);
    assert.notEqual(first, second);
    await waitUntil('the first one is gone', () => !existsSync(first));
    assert.ok(existsSync(second));
  });

  it('comes in pieces, as a browser asks for the rest of it', async () => {
    const student = await portal.as('student');
    const key = await fetchArchiveKey(student);
    const { body } = await fetchArchive(student, key);
    const [first, rest] = [
      await fetchArchive(student, key, { range: 'bytes=0-99' }),
      await fetchArchive(student, key, { range: 'bytes=100-' }),
    ];
    assert.deepEqual([first.response.status, rest.response.status], [206, 206]);
    assert.deepEqual(Buffer.concat([first.body, rest.body]), Buffer.from(body));
  });

  it('goes when its days are over', async () => {
    const student = await portal.as('student');
    const [place, key] = [await placeOf(student.uid), await fetchArchiveKey(student)];
    await portal.ownerSql`update personal_archive set ends_at = now() - interval '1 second' where person_id = ${student.uid}`;
    assert.equal((await fetchArchiveState(student)).state, 'none');
    assert.deepEqual(refusalOf(await student.ask(archive.key)), [404, 'archive.none']);
    assert.deepEqual(refusalOf(await student.ask(archive.file, { key })), [404, 'archive.none']);
    assert.deepEqual(await bell(student), []);
    await portal.app.sweep();
    assert.deepEqual([await placeOf(student.uid), existsSync(place)], ['', false]);
  });
});

describe('[PEOPLE-06] attack: an archive that is ready', { concurrency: false }, () => {
  it('is read by nobody else, and not in a session that has ended', async () => {
    const student = await portal.as('student2');
    await portal.ownerSql`delete from personal_archive`;
    await createArchive(student);
    const key = await fetchArchiveKey(student);
    assert.deepEqual(refusalOf(await admin.ask(archive.key)), [404, 'archive.none']);
    for (const person of [admin, await portal.as('student3'), await portal.as('student2')])
      assert.deepEqual(refusalOf(await person.ask(archive.file, { key })), [404, 'archive.over']);
    assert.equal((await fetchArchive(student, key)).response.status, 200);
    await student.get(login.logout);
    assert.equal((await student.ask(archive.file, { key })).status, 401);
  });

  for (const call of [people.password, people.endSessions, people.block])
    it(`goes with what somebody stole: ${call.path}`, async () => {
      const [row] = await portal.ownerSql<{ uid: number }[]>`
        select person_id::int as uid from account where login = 'student3'`;
      const uid = row?.uid ?? 0;
      await begunElsewhere(uid, '1 hour');
      await admin.get(call, { id_person: uid, reason, programs: true });
      assert.equal((await portal.ownerSql`select from personal_archive where person_id = ${uid}`).length, 0);
    });

  it('goes at once, with its file, with an account that another one takes the place of', async () => {
    const student = await portal.as('student2');
    await createArchive(student);
    const place = await placeOf(student.uid);
    const double = await createDuplicateAccount(portal.ownerSql, student.uid);
    await admin.get(people.merge, { id_person: double.id, id_other: student.uid, reason });
    assert.equal(await placeOf(student.uid), '');
    await waitUntil('the file is gone', () => !existsSync(place));
  });
});
