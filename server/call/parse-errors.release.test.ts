import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exchangeRawBytes } from '../test/http.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** Every refusal has its envelope, its number, and says that the connection ends. */
function isRefusal(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), answer);
  assert.match(head, /\r\nX-Request-Id: [0-9a-f-]{36}(\r\n|$)/i);
  assert.match(head, /\r\nConnection: close(\r\n|$)/i);
  assert.match(head, /\r\nContent-Type: application\/json; charset=utf-8(\r\n|$)/i);
  const { result, error, data } = JSON.parse(body) as {
    result: number;
    error: { code: string; message: string };
    data: null;
  };
  assert.deepEqual([result, error.code, data], [1, code, null]);
  assert.match(error.message, /^[А-ЯЁ].*\.$/);
}

describe('what is no readable request', () => {
  test('[BASE-08] a head that is too long is 431 in the envelope, however much follows', async () => {
    for (const size of [17_000, 60_000, 400_000]) {
      isRefusal(
        await exchangeRawBytes(portal.base, `GET /lms HTTP/1.1\r\nHost: x\r\nCookie: a=${'x'.repeat(size)}\r\n\r\n`),
        431,
        'call.tooLarge',
      );
      isRefusal(
        await exchangeRawBytes(portal.base, `GET /${'x'.repeat(size)} HTTP/1.1\r\nHost: x\r\n\r\n`),
        431,
        'call.tooLarge',
      );
    }
  });

  test('[BASE-08] what is not HTTP, names no host, contradicts itself or asks for a tunnel is refused in the envelope', async () => {
    const wrong = [
      'hello\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
      'GET /lms HTTP/9.9\r\nHost: x\r\n\r\n',
      'GET /lms HTTP/1.1\r\nConnection: close\r\n\r\n',
      'GET /lms HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n',
      'POST /lms HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /lms HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    ];
    for (const bytes of wrong) isRefusal(await exchangeRawBytes(portal.base, bytes), 400, 'call.unreadable');
    const expects = 'POST /api/x HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 1\r\n\r\n';
    isRefusal(await exchangeRawBytes(portal.base, expects), 417, 'call.unreadable');
  });

  test('[BASE-08] a second request on a connection whose first was answered is refused like that too', async () => {
    const { hostname, port } = new URL(portal.base);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk;
      if (received.endsWith('ok\n')) socket.write('nonsense\r\n\r\n');
    });
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'close');
    assert.match(received, /^HTTP\/1\.1 200 /);
    isRefusal(received.slice(received.lastIndexOf('HTTP/1.1')), 400, 'call.unreadable');
  });
});

describe('whoever sends the head slowly', () => {
  test('is let go of within 75 seconds', () => {
    const { headersTimeout, connectionsCheckingInterval } = portal.app.fastify.server as unknown as Record<
      string,
      number
    >;
    assert.ok((headersTimeout ?? 0) > 0 && (headersTimeout ?? 0) + (connectionsCheckingInterval ?? 0) <= 75_000);
  });

  test('receives the reason, though every byte of them comes in time, on a connection that was used before as well', async () => {
    const { server } = portal.app.fastify;
    const usual = server.headersTimeout;
    // The same rule with less patience.
    server.headersTimeout = 300;
    for (const first of ['', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n']) {
      const { hostname, port } = new URL(portal.base);
      const socket = connect(Number(port), hostname);
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk;
      });
      socket.on('error', () => undefined);
      socket.write(`${first}GET /lms HTTP/1.1\r\nHost: x\r\nX-Slow: `);
      const drip = setInterval(() => socket.write('x'), 50);
      await once(socket, 'close');
      clearInterval(drip);
      isRefusal(received.slice(received.lastIndexOf('HTTP/1.1')), 408, 'call.unreadable');
    }
    server.headersTimeout = usual;
  });
});
