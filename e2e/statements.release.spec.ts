import { expectFewStatements, test } from './support/statement-count.ts';

test('[AUTH-07] opening the shell costs a teacher at most eight statements in all', async ({ page, counted }) => {
  await expectFewStatements(page, counted, 'teacher');
});

test('[AUTH-07] opening the shell costs a student at most eight statements in all', async ({ page, counted }) => {
  await expectFewStatements(page, counted, 'student');
});
