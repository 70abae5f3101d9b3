import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { addAuditEntries } from '../test/factories/audit-entries.ts';
import { waitUntil } from '../test/http.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { extendAuditChain, verifyAuditChain } from './audit-chain.ts';
import { Vault } from './vault.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const chain = () => extendAuditChain(portal.database, portal.app.context.vault, portal.settings.dataDir);
const verify = () => verifyAuditChain(portal.ownerSql, portal.app.context.vault, portal.settings.dataDir);
const whole = { changed: [], missing: [], strange: [], brokenAt: null, ofOtherKeys: 0, isCut: false };

/** Does something past the portal, as whoever can write to the database, and takes it back. */
async function past(work: string): Promise<void> {
  await portal.ownerSql.unsafe(`
    alter table audit disable trigger user; alter table audit_chain disable trigger user; ${work};
    alter table audit enable trigger user; alter table audit_chain enable trigger user`);
}

describe('the chain of the audit', () => {
  let ids: number[];
  before(async () => {
    for (let times = 0; times < 3; times++) await portal.as('student');
    await addAuditEntries(portal.ownerSql, 'test.act', { count: 5 });
    // Rows behind those of a sign-in that is still being written wait for it.
    await waitUntil('all rows are chained', async () => {
      await chain();
      const left = await portal.ownerSql`
        select from audit a where not exists (select from audit_chain c where c.audit_id = a.id) limit 1`;
      return left.length === 0;
    });
    const rows = await portal.ownerSql<{ id: string }[]>`select id from audit where action = 'test.act' order by id`;
    ids = rows.map(({ id }) => Number(id));
    await portal.ownerSql.unsafe(`
      create table kept_audit as table audit; create table kept_chain as table audit_chain`);
  });
  afterEach(async () => {
    await past(`
      delete from audit; insert into audit overriding system value select * from kept_audit;
      delete from audit_chain; insert into audit_chain select * from kept_chain; delete from audit_unchained`);
  });

  test('[SAFE-11] holds over all rows, old and new', async () => {
    const { links, ...rest } = await verify();
    assert.deepEqual(rest, whole);
    await addAuditEntries(portal.ownerSql, 'test.more');
    assert.equal(await chain(), 1);
    assert.equal((await verify()).links, links + 1);
  });

  test('[SAFE-11] attack: a row that is removed, changed or put in is missed', async () => {
    await past(`delete from audit where id = ${ids[1]}`);
    await past(`update audit set person_id = 1 where id = ${ids[2]}`);
    await past(`insert into audit (id, action) overriding system value values (9000001, 'test.act')`);
    const { changed, missing, strange } = await verify();
    assert.deepEqual([changed, missing, strange], [[ids[2]], [ids[1]], [9_000_001]]);
  });

  test('[SAFE-11] attack: nor are they hidden by changing the chain too', async () => {
    await past(`delete from audit where id = ${ids[1]}; delete from audit_chain where audit_id = ${ids[1]}`);
    assert.notEqual((await verify()).brokenAt, null);
    await past(`
      update audit set person_id = 1 where id = ${ids[3]};
      update audit_chain c set digest = sha256(convert_to(jsonb_build_array(a.id, extract(epoch from a.at), a.person_id,
        a.action, host(a.address), a.request, a.detail)::text, 'UTF8')) from audit a where a.id = c.audit_id`);
    const { changed, brokenAt } = await verify();
    assert.deepEqual(changed, []);
    assert.notEqual(brokenAt, null, 'the code needs a key that the database does not have');
  });

  test('[SAFE-11] attack: an end that is cut off is missed', async () => {
    await past(`
      delete from audit where id in (select audit_id from audit_chain order by seq desc limit 2);
      delete from audit_chain where seq > (select max(seq) - 2 from audit_chain)`);
    const { brokenAt, missing, isCut } = await verify();
    assert.deepEqual([brokenAt, missing, isCut], [null, [], true]);
  });

  test('[SAFE-11] what is gone because its time is over is not missed', async () => {
    await past(`
      update audit set at = at - interval '20 years', action = 'password.old' where id = ${ids[0]};
      delete from audit_chain where seq >= (select seq from audit_chain where audit_id = ${ids[0]});
      insert into audit_unchained select id from audit a
      where not exists (select from audit_chain c where c.audit_id = a.id)`);
    await chain();
    await portal.ownerSql`select remove_old_audit()`;
    await chain();
    const { links: _, ...rest } = await verify();
    assert.deepEqual(rest, whole);
  });

  test('[SAFE-11] links of another key are distinguished', async () => {
    const other = new Vault(randomBytes(32));
    const { ofOtherKeys, links, brokenAt } = await verifyAuditChain(portal.ownerSql, other, portal.settings.dataDir);
    assert.deepEqual([ofOtherKeys, brokenAt], [links, null]);
  });
});

test('[SAFE-11] attack: a call chooses neither number nor moment of a row, and removes none', async () => {
  const refused = (statement: string) =>
    assert.rejects(portal.database.autocommit.unsafe(statement), (error: { code?: string }) => error.code === '42501');
  await refused(`insert into audit (id, action) overriding system value values (1, 'x')`);
  await refused(`insert into audit (at, action) values (now() - interval '1 year', 'x')`);
  await refused('delete from audit');
  await refused('update audit_chain set seq = seq');
  await refused('delete from audit_chain');
  await portal.database.autocommit.unsafe(`insert into audit (action) values ('test.allowed')`);
});
