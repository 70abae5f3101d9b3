import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { preparePeerServer } from './peer-check.ts';

const here = fileURLToPath(import.meta.url);

test('[AUTH-13] a peer that cannot run is reported with its reason, and one that can is not', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked: (readonly string[])[] = [];
  const install = (answer: string | null) => (packages: readonly string[]) => {
    asked.push(packages);
    return answer;
  };
  const peer = { needs: [here], packages: ['peer'], ports: [] };
  assert.equal(await preparePeerServer(peer, install('not asked')), null);
  assert.deepEqual(asked, []);
  const missing = { ...peer, needs: [here, '/nowhere/peer'] };
  assert.equal(await preparePeerServer(missing, install('did not run: no network')), 'did not run: no network');
  assert.match((await preparePeerServer(missing, install(null))) ?? '', /^did not run: its program is not/);
  assert.deepEqual(asked, [['peer'], ['peer']]);
  assert.match(
    (await preparePeerServer({ ...peer, ports: [port] })) ?? '',
    new RegExp(`^did not run: port ${port} is taken`),
  );
  server.close();
});
