import { test } from 'node:test';
import { assertPortalSurvivesFuzzing } from './test/fuzzing.ts';

test('[BASE-08] 200 malformed requests over all calls: never an answer of class 5xx, nothing unhandled', () =>
  assertPortalSurvivesFuzzing(200, 7));
