import { setTimeout } from 'node:timers/promises';
import { answerParentProcess } from '../core/bounded-process.ts';
import { initializeHelperProcess } from '../core/helper-process.ts';

/** A program that rests, works without end, grows without end or asks for too much at once (bounded-process.release.test.ts). */
initializeHelperProcess();
answerParentProcess<{ rests: number } | { spins: true } | { grows: true } | { wants: number }, string>(
  async (question) => {
    if ('spins' in question) for (;;);
    if ('grows' in question) for (const all: number[][] = []; ; ) all.push(Array.from({ length: 1000 }, () => 0.5));
    if ('wants' in question) return `${Buffer.alloc(question.wants).length} bytes`;
    await setTimeout(question.rests);
    return 'rested';
  },
);
