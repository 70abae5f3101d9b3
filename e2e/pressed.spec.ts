import { expectLinksLeadToPages } from './support/pressed.ts';
import { test } from './support/test.ts';

test('every kind of link of the start page and the rail of a student leads to a page, and back again @journey', async ({
  page,
}) => {
  // Some twenty pages.
  test.slow();
  await expectLinksLeadToPages(page, 'student');
});
