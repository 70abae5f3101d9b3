import { expectClassGoingOn } from './support/class-going-on.ts';
import { test } from './support/test.ts';

for (const language of ['kg', 'en'] as const)
  test(`[NOW-04] a room opened without a choice shows the class going on, then what was used last, in ${language}`, async ({
    page,
    ownPortal,
  }) => {
    await expectClassGoingOn(page, ownPortal, language);
  });
