import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal } from '../../test/test-client.ts';

const { news } = callsByRoom;
const mebibyte = 1024 * 1024;

test('[NEWS-08] the default limit is 50 MB: the settings say so, and a part of 51 MB is refused', async () => {
  const usual = await openPortal();
  const editor = await usual.as('editor');
  const [config] = [await editor.get(callsByRoom.login.config)];
  assert.equal(config.fileLimitMb, 50);
  const files = [{ name: 'big.bin', content: Buffer.alloc(51 * mebibyte) }];
  const answer = await editor.ask(news.insert, { message: 'x' }, { files });
  assert.deepEqual([answer.status, answer.error?.message], [413, 'Файл больше 50 МБ.']);
  const left = await readdir(join(usual.settings.dataDir, 'files', 'tmp'));
  await usual.close();
  assert.deepEqual(left, []);
});
