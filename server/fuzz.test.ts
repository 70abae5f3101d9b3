import { test } from 'node:test';
import { fuzzedPortal } from './test/fuzzing.ts';

test('[BASE-08] 200 malformed requests over all calls: never an answer of class 5xx, nothing unhandled', () =>
  fuzzedPortal(200, 7));
