import { createECDH, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSelfSignedCertificate } from '../server/test/certificate.ts';
import { type OwnerConnection, withBulkConnection } from './bench.ts';

/** A push service on this machine that takes everything at once and counts; what it takes it does not decrypt. */
export interface BenchPushService {
  /** What a portal has to be started with so that it sends there. */
  readonly settings: Readonly<Record<string, string>>;
  /** How often each device was notified, by its address. */
  readonly countByDevice: ReadonlyMap<string, number>;
  /** Gives every student one device, that gets announcements at any hour; gives their number. */
  giveDevices(database: OwnerConnection): Promise<number>;
  close(): void;
}

/** Starts a push service; its certificate is written into `folder`. */
export async function openPushService(folder: string): Promise<BenchPushService> {
  const { certificate, key } = createSelfSignedCertificate();
  const path = join(folder, 'push-certificate.pem');
  writeFileSync(path, certificate);
  const countByDevice = new Map<string, number>();
  const server = createServer({ cert: certificate, key }, (request, response) => {
    request.resume();
    request.once('end', () => {
      const device = request.url ?? '';
      countByDevice.set(device, (countByDevice.get(device) ?? 0) + 1);
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    settings: { PUSH_HOSTS: host, NODE_EXTRA_CA_CERTS: path },
    countByDevice,
    giveDevices: (database) => giveDevices(database, host),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The devices share one pair of keys: what it costs to encrypt for them is the same. */
async function giveDevices(database: OwnerConnection, host: string): Promise<number> {
  const p256dh = createECDH('prime256v1').generateKeys();
  let count = 0;
  await withBulkConnection(database, async (db) => {
    const rows = await db<object[]>`
      with people as (select person_id from account where role = 2),
      sessions as (
        insert into session (hash, person_id, expires_at, idle)
        select sha256(convert_to('bench device ' || person_id, 'UTF8')), person_id, now() + interval '1 day', '1 day'
        from people returning id, person_id),
      choices as (
        insert into notification_setting (person_id, push, mail, is_quiet) select person_id, '{news}', '{}', false from people
        on conflict (person_id) do update set push = excluded.push, is_quiet = false)
      insert into push_device (session_id, person_id, endpoint, p256dh, auth, language)
      select id, person_id, ${`https://${host}/push/`} || person_id, ${p256dh}, ${randomBytes(16)}, 'ru' from sessions
      returning 1`;
    count = rows.length;
  });
  return count;
}
