import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifyAffectedPeople } from '../notices/import-notices.queries.ts';
import { DeliveryFixture } from '../test/delivery-fixture.ts';
import { waitUntil } from '../test/http.ts';
import { planMails } from './mail-planning.queries.ts';
import { planMessageNotifications } from './messages.queries.ts';
import { planNotices } from './planning.queries.ts';

const trial = new DeliveryFixture({ starts: false });

test('[TOLD-04] a plan that finds nothing wakes nobody, and what is new or due at another moment does', async () => {
  const { database, settings } = trial.portal;
  const { timeZone } = settings;
  const plan = async () =>
    await database.transaction(async (db) => {
      await notifyAffectedPeople(db);
      await planMails(db, timeZone, await planNotices(db, timeZone));
      await planMessageNotifications(db, timeZone, true);
    });
  await plan();
  const received: string[] = [];
  await trial.portal.ownerSql.listen('bilim_delivery', (word) => void received.push(word));
  /** What was heard of that work: words of one database come in the order of its commits. */
  const eventsReceived = async (work: () => Promise<unknown>): Promise<number> => {
    received.length = 0;
    await work();
    await database.autocommit`select pg_notify('bilim_delivery', 'over')`;
    await waitUntil('all was heard', () => received.includes('over'));
    return received.indexOf('over');
  };
  assert.equal(await eventsReceived(plan), 0);
  const student = await trial.portal.as('student');
  await trial.device(student);
  await trial.choose(student, { isQuiet: false });
  const insertNotice = () => database.autocommit`
    insert into notice (person_id, kind, thing, step)
    select ${student.uid}::bigint, 'window', id, 'open' from registration_window order by id limit 1
    on conflict on constraint notice_once do update set id = excluded.id, planned = false`;
  assert.equal(await eventsReceived(insertNotice), 1, 'a notice');
  assert.equal(await eventsReceived(insertNotice), 1, 'the same once more');
  assert.equal(await eventsReceived(plan), 1, 'a row to send');
  const due = database.autocommit`update notification_outbox set due_at = due_at - interval '1 minute'`;
  assert.equal(await eventsReceived(async () => await due), 1, 'due at another moment');
  const seen = database.autocommit`update notice set seen_at = now() where person_id = ${student.uid}`;
  assert.equal(await eventsReceived(async () => await seen), 0, 'what is only read');
});
