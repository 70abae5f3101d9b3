import { setTimeout } from 'node:timers/promises';
import { answerTheParent } from '../core/bounded-process.ts';
import { serveTheParent } from '../core/helper-process.ts';

/** A program that rests, or works without end (bounded-process.test.ts). */
serveTheParent();
answerTheParent<{ rests: number } | { spins: true }, string>(async (question) => {
  if ('spins' in question) for (;;);
  await setTimeout(question.rests);
  return 'rested';
});
