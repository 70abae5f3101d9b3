import { expectLostRepliesHandled } from './support/lost-replies.ts';
import { test } from './support/test.ts';

test('[JRN-10] an entry whose replies were lost, and which arrived before another’s later one, shows what the journal holds', async ({
  browser,
  portal,
}) => {
  await expectLostRepliesHandled(browser, portal, { times: 6, arrivesFirst: true });
});
