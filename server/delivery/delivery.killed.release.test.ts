import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeliveryFixture } from '../test/delivery-fixture.ts';
import { addStudents } from '../test/factories/people.ts';
import { waitUntil } from '../test/http.ts';
import type { PushDevice } from '../test/push-service.ts';
import type { TestClient } from '../test/test-client.ts';

/** How often the process is killed; KILLS=100 before a release. */
const kills = Number(process.env.KILLS ?? 5);
const peopleEach = 12;
const trial = new DeliveryFixture({ starts: false });

/** So many messages of a round are taken until the process is killed. */
const killedAfter = (round: number) => 1 + ((round * 5) % peopleEach);

test('[TOLD-04] killed in the middle and with lost answers, each notice is shown once and none is lost', async (t) => {
  const people = await addStudents(trial.portal, 'student', peopleEach);
  const devices = await Promise.all(people.map((person) => trial.device(person)));
  const expected = new Map<TestClient, string[]>(people.map((person) => [person, []]));
  let taken = 0;
  let killAt = Number.POSITIVE_INFINITY;
  let running = trial.start();
  for (const device of devices)
    device.manner = () => {
      taken++;
      // In the middle: this message has come, its answer never arrives.
      if (taken === killAt && running.pid) process.kill(running.pid, 'SIGKILL');
      return taken % 7 === 3 || taken === killAt ? 'cut' : 201;
    };
  for (let round = 0; round < kills; round++) {
    killAt = taken + killedAfter(round);
    const rows = await trial.portal.database.autocommit<{ person: number; id: number }[]>`
      insert into notice (person_id, kind, thing, step)
      select p.id, 'window', w.id, 'open' from unnest(${people.map(({ uid }) => uid)}::bigint[]) p (id),
        (select w.id from registration_window w
          join group_membership m on m.student_id = ${people[0]?.uid ?? 0}
          join study_group g on g.id = m.group_id join speciality s on s.id = g.speciality_id and s.faculty_id = w.faculty_id
          join education_form e on e.id = s.education_form_id and e.part_time = w.part_time limit 1) w
      on conflict on constraint notice_once do update set id = excluded.id, at = now(), seen_at = null, planned = false
      returning person_id as person, id`;
    for (const { person, id } of rows)
      expected.get(people.find(({ uid }) => uid === person) as TestClient)?.push(`n${id}`);
    await waitUntil('it was killed', () => taken >= killAt);
    // Whoever supervises it starts it again after a pause that grows; a new one need not wait.
    await trial.stop(running);
    await trial.endLeases();
    killAt = Number.POSITIVE_INFINITY;
    running = trial.start();
    await waitUntil('nothing waits', async () => {
      await trial.makeDue();
      return await trial.isDone();
    });
  }
  let repeats = 0;
  for (const [place, person] of people.entries()) {
    const { received, shown } = devices[place] as PushDevice;
    assert.deepEqual([...shown.keys()].sort(), expected.get(person)?.sort(), 'each is there, by one tag');
    assert.ok(
      received.every(
        // What is over by the second time is another matter.
        ({ over: _, ...shownPush }) =>
          JSON.stringify(shownPush) === JSON.stringify({ ...shown.get(shownPush.tag), over: undefined }),
      ),
    );
    repeats += received.length - shown.size;
  }
  assert.ok(repeats > 0, 'something was sent twice, and shown once');
  assert.deepEqual(Object.keys(await trial.outcomes()), ['sent']);
  t.diagnostic(`${kills} kills, ${kills * peopleEach} notices, ${repeats} repeats`);
});
