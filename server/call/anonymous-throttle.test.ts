import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { AnonymousThrottle, anonymousCallRate, apiDescriptionRate } from './anonymous-throttle.ts';

const { chat, library, umk, singlewindow, login } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ TRUST_PROXY: '127.0.0.1' });
});
after(() => portal.close());

describe('calls without a session', () => {
  const throttle = () => new AnonymousThrottle({ atOnce: 10, aSecond: 2 }, { campusRanges: ['10.50.0.0/16'] });
  const delays = (anonymousThrottle: AnonymousThrottle, address: string, many: number, now = 0) =>
    Array.from({ length: many }, () => anonymousThrottle.delay(address, now));

  test('[SAFE-12] some at once are free, then each waits its turn, never longer than five seconds', () => {
    const waits = delays(throttle(), '10.1.1.1', 40);
    assert.deepEqual(
      waits.slice(0, 10),
      Array.from({ length: 10 }, () => 0),
    );
    assert.deepEqual(waits.slice(10, 14), [500, 1000, 1500, 2000]);
    assert.deepEqual(
      waits.slice(30),
      Array.from({ length: 10 }, () => 5000),
    );
  });

  test('[SAFE-12] a delay is one address’s alone, and is free again after a while', () => {
    const anonymousThrottle = throttle();
    delays(anonymousThrottle, '10.1.1.1', 40);
    assert.equal(anonymousThrottle.delay('10.1.1.2', 0), 0);
    assert.ok(anonymousThrottle.delay('10.1.1.1', 1000) > 0);
    assert.deepEqual(
      delays(anonymousThrottle, '10.1.1.1', 10, 60_000),
      Array.from({ length: 10 }, () => 0),
    );
  });

  test('[SAFE-12] a /64 of IPv6 has one count, however it is written', () => {
    const anonymousThrottle = throttle();
    delays(anonymousThrottle, '2001:db8:0:2::1', 40);
    for (const same of ['2001:db8::2:ffff:0:0:1', '2001:0DB8:0000:0002::1.2.3.4'])
      assert.equal(anonymousThrottle.delay(same, 0), 5000, same);
    for (const other of ['2001:db8:0:3::1', '2001:db8::2', '::1:2'])
      assert.equal(anonymousThrottle.delay(other, 0), 0, other);
  });

  test('[SAFE-12] a browser in which somebody signed in before has a count of its own', async () => {
    const from = { headers: { 'x-forwarded-for': '10.7.7.9' } };
    const { anonymousThrottle } = portal.app.context;
    const known = await portal.byPassword('student');
    const start = performance.now();
    // As if no time had passed since the start: each call of this address makes it one step (20 ms) later.
    const steps = async (call: () => Promise<unknown>) => {
      const before = anonymousThrottle.delay('10.7.7.9', start);
      await call();
      return Math.round((anonymousThrottle.delay('10.7.7.9', start) - before) / 20) - 1;
    };
    for (let i = 0; i < anonymousCallRate.atOnce; i++) anonymousThrottle.delay('10.7.7.9', start);
    assert.equal(await steps(() => portal.nobody().fetch(login.config.path, from)), 1, 'a visitor');
    assert.equal(await steps(() => known.fetch(login.config.path, from)), 0, 'a known browser');
  });

  test('[SAFE-12] a campus, and a proxy on this machine that was not named, have ten times as much', () => {
    for (const address of ['10.50.1.1', '127.0.0.1']) assert.equal(Math.max(...delays(throttle(), address, 100)), 0);
    assert.equal(throttle().delay('no address', 0), 0);
  });

  test('[SAFE-12] calls of nobody and openapi.json are slowed and all get their answer', async () => {
    const from = { headers: { 'x-forwarded-for': '10.7.7.7' } };
    const { anonymousThrottle } = portal.app.context;
    const start = performance.now();
    for (let i = 1; i < anonymousCallRate.atOnce; i++) assert.equal(anonymousThrottle.delay('10.7.7.7', start), 0);
    const many = await Promise.all(Array.from({ length: 30 }, () => portal.nobody().fetch(login.config.path, from)));
    assert.deepEqual([...new Set(many.map(({ status }) => status))], [200]);
    // As if no time had passed since the start.
    assert.ok(anonymousThrottle.delay('10.7.7.7', start) > 0, 'they were counted');
    assert.equal(anonymousThrottle.delay('10.7.7.8', start), 0);
    const readers = await Promise.all(
      Array.from({ length: apiDescriptionRate.atOnce + 5 }, () => portal.nobody().fetch('/api/openapi.json', from)),
    );
    assert.deepEqual([...new Set(readers.map(({ status }) => status))], [200]);
  });

  test('[SAFE-12] whoever is signed in is not delayed', async () => {
    const from = { headers: { 'x-forwarded-for': '10.8.8.8' } };
    const student = await portal.byPassword('student');
    // A whole number: the throttle's sum of three hundred fractions would be off by a trillionth.
    const start = Math.ceil(performance.now());
    for (let i = 0; i < 20; i++) await student.ask(callsByRoom.apps.links, {}, from);
    for (let i = 0; i < anonymousCallRate.atOnce; i++)
      assert.equal(portal.app.context.anonymousThrottle.delay('10.8.8.8', start), 0);
  });
});

describe('budgets of a person and minute', () => {
  test('[SAFE-12] 120 searches in all rooms together, and nobody else waits for it', async () => {
    const [student, other] = [await portal.byPassword('student'), await portal.as('student2')];
    const search = () => student.ask(library.search, { text: 'алгебра' });
    for (let done = 0; done < 120; done += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, search));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    }
    for (const [call, input] of [
      [library.search, { text: 'алгебра' }],
      [umk.search, { text: 'алгебра' }],
      [chat.search, { text: 'алгебра' }],
    ] as const) {
      const answer = await student.ask(call, input);
      assert.deepEqual([answer.status, answer.error?.code], [429, 'call.tooOften']);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    assert.equal((await other.ask(library.search, { text: 'алгебра' })).status, 200);
  });

  test('[SAFE-12] 20 papers', async () => {
    const student = await portal.byPassword('student');
    const paper = () => student.ask(singlewindow.certificate, { id_okno_zakaz: 999_999 });
    for (let i = 0; i < 20; i++) assert.equal((await paper()).status, 404);
    assert.deepEqual((await paper()).status, 429);
  });
});
