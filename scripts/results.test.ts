import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureReport, type TestResult } from './results.ts';

test('the end of a run holds each failure with its whole error and its place, and nothing of what passed', () => {
  const reason = ['Error: not equal', '', ...Array.from({ length: 30 }, (_, n) => `+ row ${n}`), '    at a.test.ts:7'];
  const results: TestResult[] = [
    { title: 'is right', file: 'a.test.ts', status: 'passed', ms: 1 },
    { title: 'is wrong', file: 'a.test.ts', status: 'failed', ms: 1, reason: reason.join('\n') },
    { title: 'comes and goes', file: 'b.spec.ts', status: 'failed', ms: 1, unsteady: true },
  ];
  assert.deepEqual(failureReport(results), [
    'FAILED  a.test.ts: is wrong',
    ...reason.filter((line) => line !== '').map((line) => `        ${line}`),
    'FAILED  b.spec.ts: comes and goes (passed when it was run again)',
  ]);
  assert.deepEqual(failureReport(results.slice(0, 1)), []);
});
