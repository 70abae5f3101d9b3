import type { BrowserContext, Page } from '@playwright/test';
import postgres from 'postgres';
import { addJournalColumn, expectAllSaved, gridCell, openPageAs, readJournalRowTexts } from './support/journal.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

const keys = ['5', '4', '3', '2', 'n', '+', 'Delete'] as const;
const steps = 30;
/** Columns at the right end of the table in which both mark. */
const width = 3;

/** Numbers that look random and are the same in every run (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Marks at random; `spell`: without a network from the first step to the second. */
async function markAtRandom(
  page: Page,
  below: (most: number) => number,
  students: number,
  last: number,
  spell?: [number, number],
) {
  for (let step = 0; step < steps; step++) {
    if (step === spell?.[0]) await page.context().setOffline(true);
    if (step === spell?.[1]) await page.context().setOffline(false);
    await gridCell(page, below(students), last - below(width)).press(keys[below(keys.length)] ?? '5');
  }
}

/** The keys of all entries that a browser sent, however often. */
function sentBy(context: BrowserContext): Set<string> {
  const sent = new Set<string>();
  context.on('request', (request) => {
    const key = request.url().includes('/studentvisitupdate') && request.headers()['idempotency-key'];
    if (key) sent.add(key);
  });
  return sent;
}

test('[JRN-07] two browsers mark the same group at random, with lost replies and an offline spell: the same table everywhere, every entry in the history once', async ({
  page: one,
  browser,
  baseURL,
  portal,
}) => {
  const below = chance(20_261_121);
  const sent = [sentBy(one.context())];
  await signInAs(one, 'teacher', courseAddress('/lms/journal'));
  const last = await addJournalColumn(one, 8, 1);
  await gridCell(one, 0, last).press('5');
  await expectAllSaved(one);
  const two = await openPageAs(browser, baseURL, 'teacher', courseAddress('/lms/journal'));
  sent.push(sentBy(two.context()));
  await expect(gridCell(two, 0, last)).toHaveText('5');
  const students = await one.locator('tr[data-r]').count();

  // What was sent arrives, what was answered does not, every third time.
  let answers = 0;
  await two.route('**/studentvisitupdate', async (route) => {
    if (answers++ % 3) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await Promise.all([markAtRandom(one, below, students, last, [8, 22]), markAtRandom(two, chance(7), students, last)]);
  for (const page of [one, two]) {
    // Each of so many entries waits for its own answer, and a lost one for growing pauses.
    await expect(page.locator('[data-state="waiting"], [data-state="refused"]')).toHaveCount(0, { timeout: 30_000 });
    await expectAllSaved(page);
  }
  await expect
    .poll(async () => (await readJournalRowTexts(one)).join('\n') === (await readJournalRowTexts(two)).join('\n'))
    .toBe(true);

  const sql = postgres(portal.databaseUrl, { max: 1 });
  const entries = await sql<{ client: string; times: number }[]>`
    select client_id as client, count(*)::int as times from journal_event where client_id is not null
    group by 1`;
  const expected = new Set([...(sent[0] ?? []), ...(sent[1] ?? [])]);
  expect(expected.size).toBeGreaterThan(steps);
  const mine = entries.filter(({ client }) => expected.has(client));
  expect(mine.length).toBe(expected.size);
  expect(mine.every(({ times }) => times === 1)).toBe(true);

  // The state of each cell is its last entry that held, and that is what both screens show.
  const cells = await sql<{ name: string; sign: string; shown: string }[]>`
    select p.full_name as name, coalesce(m.label, case c.visited when true then '+' when false then 'н/б' else '' end)
      as shown, coalesce(em.label, case e.action when 'present' then '+' when 'absent' then 'н/б' else '' end) as sign
    from journal_cell c
    join person p on p.id = c.student_id
    left join journal_mark m on m.id = c.mark_id
    join lateral (
      select action, mark_id from journal_event where cell_id = c.id and held order by id desc limit 1) e on true
    left join journal_mark em on em.id = e.mark_id
    where c.column_id = (
      select column_id from journal_cell where id = (
        select cell_id from journal_event where client_id = any (${[...expected]}::uuid[]) order by id limit 1))`;
  await sql.end();
  expect(cells.length).toBeGreaterThan(1);
  for (const { name, sign, shown } of cells) {
    expect(shown, name).toBe(sign);
    const there = one
      .locator('tr[data-r]', { has: one.locator(`th[title="${name}"]`) })
      .locator(`td[data-c="${last}"]`);
    if (shown === '+') await expect(there).toHaveAttribute('data-is', 'present');
    else await expect(there).toHaveText(shown);
  }

  const here = await readJournalRowTexts(one);
  await one.reload();
  await expect.poll(() => readJournalRowTexts(one)).toEqual(here);
  await two.context().close();
});
