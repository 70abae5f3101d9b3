import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { resolveHostNameWithTimeout } from './host-names.ts';

/** A name server that answers nothing. */
let silent: Socket;
let asked = 0;
before(async () => {
  silent = createSocket('udp4', () => asked++);
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
});
after(() => silent.close());

test('[TOLD-01] names that no name server answers for end by themselves, however many are asked at a time', async () => {
  const servers = [`127.0.0.1:${silent.address().port}`];
  const names = Array.from({ length: 28 }, (_, number) =>
    resolveHostNameWithTimeout(`${number}.silent.example`, servers),
  );
  const ends = await Promise.allSettled(names);
  for (const end of ends) assert.equal(end.status === 'rejected' && end.reason.code, 'ETIMEOUT');
  assert.ok(asked >= 28);
});
