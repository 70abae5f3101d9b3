import { type Browser, expect, type Page } from '@playwright/test';
import postgres from 'postgres';
import { addJournalColumn, expectAllSaved, gridCell, openPageAs } from './journal.ts';
import { courseAddress } from './people.ts';
import type { Portal } from './portal.ts';
import { openTcpProxy } from './tcp-proxy.ts';

/** The day of these tests' columns. */
export const columnDaysAgo = 9;
/** What is said of an entry that gave way. */
export const conflictMessage = 'уступила более поздней';

/** Puts the last writing as late as can be: an entry's age is taken from its arrival, which a busy machine delays. */
async function putOff(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`update journal_cell set made_at = date_trunc('milliseconds', clock_timestamp())
    where made_at = (select max(made_at) from journal_cell)`;
  await sql.end();
}

/**
 * One entry «5», made without a network, whose reply is lost again and again until somebody else's «2» is in the
 * journal: written before the entry arrives, or after it. Only then a reply comes through, and it is the kept one.
 */
export async function expectLostRepliesHandled(
  browser: Browser,
  { url, databaseUrl }: Portal,
  { times, arrivesFirst }: { times: number; arrivesFirst: boolean },
): Promise<void> {
  const proxy = await openTcpProxy(url);
  const near = await openPageAs(browser, proxy.url, 'teacher', courseAddress('/lms/journal'));
  const far = await openPageAs(browser, url, 'teacher', courseAddress('/lms/journal'));
  try {
    const at = await addJournalColumn(far, times, columnDaysAgo);
    await gridCell(far, 5, at).press('+');
    await expectAllSaved(far);
    const head = (page: Page) => page.locator('thead th').nth(at + 1);
    await expect(head(near)).toHaveText((await head(far).textContent()) ?? '?');
    await expect(gridCell(near, 5, at)).toHaveAttribute('data-is', 'present');

    let lost = 0;
    let loses = true;
    proxy.dropReply = (line) => {
      if (!line.includes('/studentvisitupdate') || !loses) return false;
      lost++;
      return true;
    };
    await near.context().setOffline(true);
    await gridCell(near, 0, at).press('5');
    await expect(near.getByText('Ждёт сети: 1')).toBeVisible();
    if (!arrivesFirst) {
      await gridCell(far, 0, at).press('2');
      await expectAllSaved(far);
      await putOff(databaseUrl);
    }
    await near.context().setOffline(false);
    if (arrivesFirst) {
      await expect(gridCell(far, 0, at)).toHaveText('5');
      await gridCell(far, 0, at).press('2');
      await expect(gridCell(far, 0, at)).not.toHaveAttribute('data-state');
    }
    await expect.poll(() => lost).toBeGreaterThan(1);
    const replayed = near.waitForResponse(async (reply) => 'idempotency-replayed' in (await reply.allHeaders()));
    loses = false;
    await replayed;

    await expectAllSaved(near);
    await expect(gridCell(near, 0, at)).toHaveText('2');
    await expect(near.getByText(conflictMessage)).toBeVisible();
    await expect(gridCell(far, 0, at)).toHaveText('2');
  } finally {
    await Promise.all([near.context().close(), far.context().close()]);
    await proxy.stop();
  }
}
