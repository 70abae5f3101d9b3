import { addJournalColumn, expectAllSaved, gridCell, openPageAs } from './support/journal.ts';
import { columnDaysAgo, conflictMessage, expectLostRepliesHandled } from './support/lost-replies.ts';
import { courseAddress } from './support/people.ts';
import { openTcpProxy } from './support/tcp-proxy.ts';
import { expect, test } from './support/test.ts';

test('[JRN-10] an entry whose replies were lost, and which arrived after another’s later one, shows what the journal holds', async ({
  browser,
  portal,
}) => {
  await expectLostRepliesHandled(browser, portal, { times: 7, arrivesFirst: false });
});

test('[JRN-10] where nobody else wrote, the entry whose replies were lost is kept and no conflict is shown', async ({
  browser,
  portal,
}) => {
  const proxy = await openTcpProxy(portal.url);
  const near = await openPageAs(browser, proxy.url, 'teacher', courseAddress('/lms/journal'));
  try {
    const at = await addJournalColumn(near, 8, columnDaysAgo);
    let tries = 0;
    proxy.dropReply = (line) => line.includes('/studentvisitupdate') && ++tries < 3;
    await gridCell(near, 0, at).press('4');
    await expect.poll(() => tries).toBe(3);
    await expectAllSaved(near);
    await expect(gridCell(near, 0, at)).toHaveText('4');
    await expect(near.getByText(conflictMessage)).toHaveCount(0);
  } finally {
    await near.context().close();
    await proxy.stop();
  }
});
