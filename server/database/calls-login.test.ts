import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { callsRole, checkCallsLogin } from './calls-role.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { portalRole } from './embedded/roles.ts';

describe('the role of calls', () => {
  let folder: string;
  let cluster: EmbeddedPostgres;
  let calls: Sql;
  let owner: Sql;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bilim-calls-'));
    const log = { info: () => undefined, warn: () => undefined };
    cluster = await startEmbeddedPostgres({ dataDir: folder, log, connections: 20, durable: false });
    calls = postgres(cluster.callsUrl, { max: 1, onnotice: () => undefined });
    owner = postgres(cluster.url, { max: 1, onnotice: () => undefined });
  });
  after(async () => {
    await calls?.end();
    await owner?.end();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('[SAFE-09] signs in by itself, and attack: no statement makes the owner of it', async () => {
    const who = async () => (await calls<{ name: string }[]>`select current_user::text as name`)[0]?.name;
    assert.equal(await who(), callsRole);
    await calls`reset role`;
    await calls`reset session authorization`;
    assert.equal(await who(), callsRole);
    for (const statement of [
      `set role ${portalRole}`,
      `set session authorization ${portalRole}`,
      `grant ${portalRole} to ${callsRole}`,
      'create table stolen (id int)',
      `alter role ${callsRole} superuser`,
    ])
      await assert.rejects(
        calls.unsafe(statement),
        (failure: { code?: string }) => failure.code === '42501',
        statement,
      );
  });

  test('[SAFE-09] is looked at before the portal starts', async () => {
    await checkCallsLogin(owner, cluster.callsUrl);
    await assert.rejects(checkCallsLogin(owner, cluster.url), /signs in as bilim_portal, but it must be/);
    const wrong = new URL(cluster.callsUrl);
    wrong.password = 'wrong';
    await assert.rejects(checkCallsLogin(owner, wrong.href), /does not let the role of calls in/);
    const elsewhere = new URL(cluster.callsUrl);
    elsewhere.pathname = '/elsewhere';
    const admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
    await admin.unsafe('create database elsewhere');
    await assert.rejects(
      checkCallsLogin(owner, elsewhere.href),
      /^StartupError: DATABASE_CALLS_URL leads to another database than DATABASE_URL: /,
    );
    await admin.unsafe(`revoke ${callsRole} from ${portalRole}; grant ${portalRole} to ${callsRole}`);
    await assert.rejects(checkCallsLogin(owner, cluster.callsUrl), /may become bilim_portal/);
    await admin.end();
  });
});
