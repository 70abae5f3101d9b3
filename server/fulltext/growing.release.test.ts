import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BoundExceeded, BoundedProcess } from '../core/bounded-process.ts';
import type { TextOf } from './extract.ts';

const inputs = fileURLToPath(new URL('../test/inputs/documents', import.meta.url));

test('[FIND-05] a file that grows without end takes the process that reads it and nothing else', async () => {
  const extracting = new BoundedProcess<{ path: string; type: string }, TextOf>({
    path: fileURLToPath(new URL('./extract-process.ts', import.meta.url)),
    within: 120_000,
    heap: 320,
    data: 1024,
    resident: 400,
  });
  const bomb = { path: join(inputs, 'pdf-nested.pdf'), type: 'application/pdf' };
  await assert.rejects(extracting.ask(bomb), BoundExceeded);
  const plain = { path: join(inputs, 'pdf-control.pdf'), type: 'application/pdf' };
  assert.equal((await extracting.ask(plain)).pages, 1);
  extracting.stop();
});
