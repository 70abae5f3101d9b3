import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { auditKindOf, readAuditActions } from '../../test/audit-actions.ts';
import { addAuditEntries } from '../../test/factories/audit-entries.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { audit } = callsByRoom;
let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});
after(() => portal.close());

const retention = async (person: TestClient) => {
  const [found] = await person.get(audit.retention);
  assert.ok(found);
  return found;
};
const monthsOf = async (kind: string) => (await retention(admin)).kinds.find((one) => one.kind === kind)?.months;
const changes = async () => await portal.ownerSql`select person_id, detail from audit where action = 'audit.retention'`;

describe('[PEOPLE-03] how long entries are kept', { concurrency: false }, () => {
  it('is listed for every kind, also for those that are kept for good', async () => {
    await addAuditEntries(portal.ownerSql, 'moderation.left');
    await addAuditEntries(portal.ownerSql, 'backup');
    const { mayChange, kinds } = await retention(admin);
    assert.equal(mayChange, true);
    const of = (kind: string) => kinds.find((one) => one.kind === kind);
    assert.deepEqual(of('login'), { kind: 'login', months: 12, least: 1, most: 600 });
    assert.deepEqual(of('moderation'), { kind: 'moderation', months: null, least: 4, most: 600 });
    assert.deepEqual(of('backup'), { kind: 'backup', months: 60, least: 1, most: 600 });
    assert.equal(new Set(kinds.map(({ kind }) => kind)).size, kinds.length, 'each once');
  });

  it('is set by a migration for each kind that the code writes, besides infected files', async () => {
    const rows = await portal.ownerSql<{ kind: string }[]>`select kind from audit_retention`;
    const kept = new Set(['file', ...rows.map(({ kind }) => kind)]);
    assert.deepEqual(
      readAuditActions().filter((action) => !kept.has(auditKindOf(action))),
      [],
    );
  });

  it('is changed by who looks after all accounts, as an entry with what was and what is', async () => {
    await admin.get(audit.setRetention, { kind: 'timetable', months: 24 });
    await admin.get(audit.setRetention, { kind: 'timetable', months: 24 });
    assert.equal(await monthsOf('timetable'), 24);
    const rows = await changes();
    assert.deepEqual(
      rows.map(({ person_id, detail }) => [Number(person_id), detail]),
      [[admin.uid, { kind: 'timetable', months: 24, was: 60 }]],
      'once, since the second changed nothing',
    );
    const [act] = (await admin.get(audit.list)).filter(({ action }) => action === 'audit.retention');
    assert.deepEqual(
      [act?.by?.uid, act?.what, act?.was, act?.now, act?.address],
      [admin.uid, 'timetable', '60', '24', '127.0.0.1'],
    );
  });

  it('has bounds, which a refusal names in the language of who asks', async () => {
    const before = await changes();
    for (const [kind, months, sentence] of [
      ['login', 0, 'Срок хранения: от 1 до 600 месяцев.'],
      ['login', 601, 'Срок хранения: от 1 до 600 месяцев.'],
      ['moderation', 3, 'Срок хранения: от 4 до 600 месяцев.'],
    ] as const) {
      const { status, error } = await admin.ask(audit.setRetention, { kind, months });
      assert.deepEqual(
        [status, error?.code, error?.message, error?.fields],
        [400, 'audit.months', sentence, { months: sentence }],
      );
    }
    assert.deepEqual(refusalOf(await admin.ask(audit.setRetention, { kind: 'nothing', months: 12 })), [
      404,
      'audit.noKind',
    ]);
    for (const months of [-1, 1.5, 'many', null])
      assert.deepEqual(refusalOf(await admin.ask(audit.setRetention, { kind: 'login', months })), [
        400,
        'call.invalid',
      ]);
    assert.deepEqual(await changes(), before);
    await admin.get(audit.setRetention, { kind: 'moderation', months: 4 });
    assert.equal(await monthsOf('moderation'), 4);
    await assert.rejects(
      portal.ownerSql`update audit_retention set months = 3 where kind = 'moderation'`,
      { constraint_name: 'audit_retention_moderation' },
      'nor by a command or by hand',
    );
  });

  it('attack: who reads entries alone, or looks after some faculties, changes nothing', async () => {
    const clerk = await portal.as('clerk');
    const tried = async () => refusalOf(await clerk.ask(audit.setRetention, { kind: 'login', months: 1 }));
    const give = async (...given: Parameters<typeof grantPermissions>) => {
      await grantPermissions(...given);
      portal.app.context.sessions.forget(clerk.uid);
    };
    await give(portal.ownerSql, clerk.uid, 'audit');
    assert.deepEqual([await tried(), (await retention(clerk)).mayChange], [[403, 'audit.notAll'], false]);
    await give(portal.ownerSql, clerk.uid, 'accounts', { faculty: 'first' });
    assert.deepEqual([await tried(), (await retention(clerk)).mayChange], [[403, 'audit.notAll'], false]);
    assert.equal((await (await portal.as('student')).ask(audit.retention)).status, 403);
    assert.equal(await monthsOf('login'), 12);
    await assert.rejects(portal.database.autocommit`update audit_retention set months = 1`, { code: '42501' });
    await assert.rejects(portal.database.autocommit`select remove_old_audit()`, { code: '42501' });
  });
});
