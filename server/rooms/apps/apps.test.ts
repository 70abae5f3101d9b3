import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { openPortal, type Person, type Portal } from '../../test/as.ts';

const { apps, singlewindow } = everything;

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const badges = async (person: Person) =>
  new Map((await person.get(apps.badges)).map(({ room, count }) => [room, count]));

test('[SHELL-10] badges: ready documents, the clerk’s queue, an open registration, each for whom it concerns', async () => {
  const [student, other, clerk] = await Promise.all([portal.as('student'), portal.as('student3'), portal.as('clerk')]);
  assert.deepEqual([...(await badges(clerk))], []);
  // The registration period is open for the first student's faculty alone.
  assert.deepEqual(
    [(await badges(student)).get('registration'), (await badges(other)).has('registration')],
    [1, false],
  );
  const [document] = await student.get(singlewindow.documents);
  const [region] = await student.get(singlewindow.regions);
  const [district] = await student.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  const [order] = await student.get(singlewindow.save, { ...document, ...region, ...district });
  const id_okno_zakaz = order?.id_okno_zakaz;
  assert.deepEqual([(await badges(clerk)).get('desk'), (await badges(student)).has('desk')], [1, false]);
  for (const status of ['preparing', 'prepared']) await clerk.get(singlewindow.move, { id_okno_zakaz, status });
  assert.deepEqual(
    [(await badges(student)).get('singlewindow'), (await badges(other)).has('singlewindow')],
    [1, false],
  );
  assert.equal((await badges(clerk)).has('desk'), false);
  await clerk.get(singlewindow.handOut, { id_okno_zakaz });
  assert.equal((await badges(student)).has('singlewindow'), false);
});
