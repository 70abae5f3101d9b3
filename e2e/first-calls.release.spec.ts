import { expectPrefetchedUsed } from './support/first-calls.ts';
import { test } from './support/test.ts';

for (const [width, login] of [
  [1440, 'student'],
  [390, 'teacher'],
] as const)
  test(`[WEAK-01] at ${width} px each page takes what the first answer brought a ${login}, and asks for none of it again`, async ({
    page,
  }) => {
    await expectPrefetchedUsed(page, width, login);
  });

for (const [width, login] of [
  [390, 'student'],
  [1440, 'teacher'],
] as const)
  test(`[WEAK-01] at ${width} px each page takes what the first answer brought a ${login}, and asks for none of it again`, async ({
    page,
  }) => {
    await expectPrefetchedUsed(page, width, login);
  });
