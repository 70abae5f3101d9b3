import assert from 'node:assert/strict';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Db } from '../database/db.ts';
import { LiveEventListener } from './live-event-listener.ts';
import type { TestClient } from './test-client.ts';

/**
 * Loads tables through the portal's own calls, as a registrar does on the screen.
 */

const { data } = callsByRoom;

/** A job as its person sees it. */
export const fetchImportJob = async (person: TestClient, id: number) =>
  (await person.get(data.job, { id_job: id }))[0] ?? assert.fail();

/** The job when it works no more; it is read when the room has a live event, as its page does. */
export async function waitForJob(person: TestClient, id: number) {
  const listener = await LiveEventListener.open(person);
  try {
    for (let received = 1; ; received++) {
      const job = await fetchImportJob(person, id);
      if (!['checking', 'importing', 'undoing'].includes(job.state)) return job;
      await listener.waitForEvents('data', received);
    }
  } finally {
    listener.close();
  }
}

/** Hands files in; gives the job when they are checked. */
export async function uploadTablesForCheck(
  person: TestClient,
  files: { name: string; content: string | Buffer }[],
  more: object = {},
) {
  const [made] = await person.get(data.upload, { name: 'осень-2026', ...more }, { files });
  return await waitForJob(person, made?.id_job ?? 0);
}

/** Writes what was checked. */
export async function loadCheckedTables(person: TestClient, id: number, words = '') {
  await person.get(data.load, { id_job: id, words });
  return await waitForJob(person, id);
}

/** Takes a load back, or says what that would do. */
export async function undoImport(person: TestClient, run: number | null, trial = false) {
  const [made] = await person.get(data.undo, { id_run: run, trial });
  return await waitForJob(person, made?.id_job ?? 0);
}

/** Tells whether a table's rows are those of before, in any order. */
export async function computeTableChecksum(owner: Db, table: string): Promise<string> {
  const [row] = await owner<{ sum: string }[]>`
    select md5(string_agg(t::text, '|' order by t::text)) as sum from ${owner(table)} t`;
  return row?.sum ?? '';
}
