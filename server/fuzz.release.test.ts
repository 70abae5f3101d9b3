import { test } from 'node:test';
import { assertPortalSurvivesFuzzing } from './test/fuzzing.ts';

test('[BASE-08] 1 000 malformed requests over all calls: never an answer of class 5xx, nothing unhandled', () =>
  assertPortalSurvivesFuzzing(1_000, 7));
