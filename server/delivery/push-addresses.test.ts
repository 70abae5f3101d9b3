import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { after, before, describe, test } from 'node:test';
import webpush from 'web-push';
import { type PushDevice, TestPushService } from '../test/push-service.ts';
import { type LookupHost, PushSender } from './push.ts';
import { checkPushEndpoint, EndpointChecker, isPublicAddress } from './push-addresses.ts';

/** A name server that gives these addresses, one list after the other. */
const names = (...lists: string[][]) => {
  let asked = 0;
  const list = () => lists[Math.min(asked++, lists.length - 1)] ?? [];
  const resolved = () => list().map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lookup = (_: string, __: unknown, answer: (error: null, all: LookupAddress[]) => void) =>
    answer(null, resolved());
  return { resolve: async () => resolved(), lookup: lookup as unknown as LookupHost, asked: () => asked };
};
const known = 'https://web.push.apple.com/x';
const open = ['142.250.185.74', '2a00:1450:4001:80b::200a'];

describe('the address of a device', () => {
  const check = (endpoint: string, hosts: string[] = [], by = names(open)) =>
    checkPushEndpoint(endpoint, hosts, by.resolve).then(
      () => 'taken',
      ({ code, status }: { code: string; status: number }) => `${status} ${code}`,
    );
  const refused = '422 telling.address';

  test('[TOLD-01] is one of the open internet, over https, on its usual port', async () => {
    assert.equal(await check('https://fcm.googleapis.com/fcm/send/abc:def'), 'taken');
    assert.equal(await check('https://updates.push.services.mozilla.com:443/wpush/v2/x'), 'taken');
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/fcm/send/abc',
      'https://somebody@fcm.googleapis.com/',
      'https://somebody:secret@fcm.googleapis.com/',
      'https://fcm.googleapis.com/#part',
      'ftp://fcm.googleapis.com/',
      'fcm.googleapis.com',
      '',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://10.1.2.3/',
    ])
      assert.equal(await check(endpoint), refused, endpoint);
  });

  test('[TOLD-01] whose name leads to the inside is refused, also when only one of its addresses does', async () => {
    for (const inside of [
      '127.0.0.1',
      '10.0.0.5',
      '172.20.1.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.3.3',
      '0.0.0.0',
      '::1',
      'fe80::1',
      'fd00::1',
      '::ffff:192.168.0.1',
      '64:ff9b::a00:1',
      '2002:a00:1::1',
      '224.0.0.1',
      '255.255.255.255',
    ]) {
      assert.equal(isPublicAddress(inside), false, inside);
      assert.equal(await check(known, [], names([inside])), refused, inside);
      assert.equal(await check(known, [], names([...open, inside])), refused, inside);
    }
    assert.equal(await check(known, [], names([])), refused, 'a name without an address');
    assert.ok(open.every(isPublicAddress));
  });

  test('[TOLD-01] is one of the browsers’ own push services, where none is named', async () => {
    for (const host of ['wns2-par02p.notify.windows.com', 'web.push.apple.com', 'jmt17.google.com'])
      assert.equal(await check(`https://${host}/x`), 'taken', host);
    const asked = names(open);
    for (const host of [
      'push.example.org',
      'fcm.googleapis.com.example.org',
      'xfcm.googleapis.com',
      'push.apple.com.kg',
      '8.8.8.8',
    ])
      assert.equal(await check(`https://${host}/x`, [], asked), refused, host);
    assert.equal(asked.asked(), 0, 'no name of a stranger is resolved');
  });

  test('[TOLD-01] is one of the hosts that are named, where some are', async () => {
    const hosts = ['push.university.kg:8443', 'fcm.googleapis.com'];
    const inside = names(['10.0.0.5']);
    assert.equal(await check('https://push.university.kg:8443/x', hosts, inside), 'taken');
    assert.equal(await check('https://fcm.googleapis.com/x', hosts, inside), 'taken');
    for (const endpoint of ['https://push.university.kg/x', 'https://fcm.googleapis.com:8443/', 'https://example.org/'])
      assert.equal(await check(endpoint, hosts), refused, endpoint);
  });
});

test('[TOLD-01] addresses are looked at one at a time a person, and nobody waits for those of somebody else', async () => {
  let [atOnce, most] = [0, 0];
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const resolve = async (host: string) => {
    most = Math.max(most, ++atOnce);
    await gates[Number(/^slow(\d)/.exec(host)?.[1] ?? -1)]?.promise;
    atOnce--;
    return [{ address: '142.250.185.74', family: 4 }];
  };
  const checks = new EndpointChecker([], resolve);
  const slow = gates.map((_, number) => checks.check(1, `https://slow${number}.notify.windows.com/x`));
  await checks.check(2, 'https://fcm.googleapis.com/x');
  assert.deepEqual([atOnce, most], [1, 2]);
  for (const { resolve: open } of gates) open();
  await Promise.all(slow);
  assert.equal(most, 2);
});

describe('a connection to a push service', () => {
  let service: TestPushService;
  let device: PushDevice;
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  const payload = { tag: 'n1', title: '', body: '', url: '/lms', count: 1 };
  before(async () => {
    service = await TestPushService.open();
    device = service.device();
  });
  after(() => service.close());
  const send = async (endpoint: string, lookup: LookupHost, pushHosts: string[] = []) => {
    const push = new PushSender({
      keys: { public: publicKey, private: privateKey },
      pushHosts,
      publicAddress: null,
      lookup,
    });
    const answered = await push.send({ endpoint, p256dh: device.p256dh, auth: randomBytes(16) }, payload, false);
    push.close();
    return answered.fault ?? answered.status;
  };

  test('[TOLD-01] whose name has changed since the device was added is not made', async () => {
    const changing = names(open, ['127.0.0.1']);
    await checkPushEndpoint(known, [], changing.resolve);
    assert.equal(await send(known, changing.lookup), 'EINSIDE');
    assert.equal(changing.asked(), 2, 'resolved once for the connection, not looked at and then resolved again');
    assert.equal(service.requests, 0);
  });

  test('[TOLD-01] to the inside is not made, whatever stands in the table', async () => {
    const { host } = service;
    const inside = names(['127.0.0.1']).lookup;
    assert.equal(await send(`https://${host}/push/x`, inside), 'EADDRESS', 'another port');
    assert.equal(await send(known, inside), 'EINSIDE');
    assert.equal(await send('https://localhost/push/x', inside), 'EADDRESS', 'no push service');
    assert.equal(await send('https://127.0.0.1/push/x', inside), 'EADDRESS');
    assert.equal(await send(`https://${host}/push/x`, inside, ['push.university.kg']), 'EADDRESS', 'not named');
    assert.equal(service.requests, 0);
  });

  test('[TOLD-01] to one that nobody knows by its certificate is not made', async () => {
    // This process was started before the service made its certificate.
    assert.match(
      String(await send(`https://${service.host}/push/x`, names(['127.0.0.1']).lookup, [service.host])),
      /SELF_SIGNED|UNABLE_TO_VERIFY/,
    );
  });
});
