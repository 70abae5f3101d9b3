import assert from 'node:assert/strict';
import { test } from 'node:test';
import { journal } from '@bilim/contract/journal.ts';
import { waitUntil } from '../../test/http.ts';
import { openJournalFixture } from '../../test/journal.ts';

test('[JRN-04] who read a student’s marks is written down, apart from the call; a student’s own reading is not', async () => {
  const { portal, teacher, student, column, k } = await openJournalFixture();
  const c = column();
  const [row] = await teacher.get(journal.mark, { ...k, ...c, id_student: student.uid, isVisited: true });
  await teacher.get(journal.table, { ...k, id_vid_zaniatiy: -1 });
  await teacher.get(journal.table, { ...k, id_vid_zaniatiy: -1 });
  await teacher.get(journal.studentsOfColumn, { ...k, ...c });
  await teacher.get(journal.history, { id_studentJournalVisit: row?.id_studentJournalVisit });
  await student.get(journal.own, { ...k, id_vid_zaniatiy: -1 });
  await student.get(journal.history, { id_studentJournalVisit: row?.id_studentJournalVisit });

  const readers = () => portal.database.autocommit<{ reader: number; types: number[] | null; times: number }[]>`
    select reader_id as reader, class_type_ids as types, sum(times)::int as times from journal_reading
    where students @> array[${student.uid}]::bigint[] group by 1, 2 order by 3 desc, 2 nulls last`;
  await waitUntil(
    'the readings are written',
    async () => (await readers()).reduce((all, one) => all + one.times, 0) >= 4,
  );
  const rows = await readers();
  assert.ok(rows.every(({ reader }) => reader === teacher.uid));
  assert.equal(rows.find(({ types }) => types === null)?.times, 1);
  assert.equal(
    rows.reduce((all, one) => all + one.times, 0),
    4,
  );

  // What is still gathered is written when the portal stops in order.
  await teacher.get(journal.history, { id_studentJournalVisit: row?.id_studentJournalVisit });
  await portal.app.close();
  assert.equal(
    (await readers()).reduce((all, one) => all + one.times, 0),
    5,
  );
  await portal.close();
});
