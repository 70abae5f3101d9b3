import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { now } from '../../core/clock.ts';
import { createFailuresFromAddress, recordFailedSignIns } from '../../test/factories/failed-sign-ins.ts';
import { solveChallenge } from '../../test/proof-of-work.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login } = callsByRoom;
const campus = '10.50.0.7';

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ TRUST_PROXY: '127.0.0.1', CAMPUS_RANGES: '10.50.0.0/16, 2001:db8:50::/48' });
});
after(() => portal.close());
afterEach(async () => {
  await portal.ownerSql`truncate signin_wait, signin_failure, signin_success, signin_queue, signin_proof`;
});

async function attempt(
  name: string,
  password: string,
  address: string,
  { proof, person = portal.nobody() }: { proof?: string; person?: TestClient } = {},
) {
  const headers = { 'x-forwarded-for': address };
  const answer = await person.ask(login.authorize, { login: name, password, proof }, { headers });
  return { status: answer.status, code: answer.error?.code ?? '', proof: answer.error?.proof };
}

/** Failures of an address at as many names, a minute ago. */
const noise = (address: string, failures: number) =>
  recordFailedSignIns(portal.database.autocommit, createFailuresFromAddress(address, failures), 60);

/** What an address is asked for before its password is looked at. */
async function challengeFor(name: string, address: string) {
  const { status, code, proof } = await attempt(name, 'Wrong1', address);
  assert.deepEqual([status, code], [401, 'login.proof']);
  assert.ok(proof);
  return proof;
}

test('[SAFE-07] an address with more than 100 failures has to do some work, others and known browsers have not', async () => {
  const known = await portal.as('student');
  await noise('10.3.0.1', 100);
  assert.equal((await attempt('student', passwords.student, '10.3.0.1')).status, 200, 'a hundred are free');
  await portal.database.autocommit`delete from signin_success`;
  await noise('10.3.0.1', 1);
  const proof = solveChallenge(await challengeFor('student', '10.3.0.1'));
  assert.equal((await attempt('student', passwords.student, '10.3.0.1', { proof })).status, 200);
  assert.equal((await attempt('student', passwords.student, '10.3.0.1', { person: known })).status, 200);
  assert.equal((await attempt('student', passwords.student, '10.3.0.2')).status, 200);
  await portal.database.autocommit`update signin_failure set at = at - interval '10 minutes'`;
  assert.equal((await attempt('student', passwords.student, '10.3.0.1')).status, 200);
});

test('[SAFE-07] a proof holds once, for two minutes, for its address and its name', async () => {
  await noise('10.3.0.1', 200);
  await noise('10.3.0.2', 200);
  const tries = async (proof: string, name: 'student' | 'student2' = 'student', address = '10.3.0.1') =>
    (await attempt(name, passwords[name], address, { proof })).code;
  const proof = solveChallenge(await challengeFor('student', '10.3.0.1'));
  assert.equal(await tries(proof, 'student2'), 'login.proof');
  assert.equal(await tries(proof, 'student', '10.3.0.2'), 'login.proof');
  assert.equal(await tries(`${proof}0`), 'login.proof', 'another number');
  const [challenge = ''] = proof.split(':');
  const [random, end, signature] = challenge.split('.');
  assert.equal(await tries(`${random}.${Number(end) + 60}.${signature}:0`), 'login.proof', 'a longer life');
  assert.equal(await tries(proof), '', 'in');
  assert.equal(await tries(proof), 'login.proof', 'used up');

  const twice = solveChallenge(await challengeFor('student', '10.3.0.1'));
  const both = await Promise.all([tries(twice), tries(twice)]);
  assert.deepEqual(both.sort(), ['', 'login.proof']);

  const place = '10.3.0.1/32';
  const then = Math.floor(now().getTime() / 1000) - 300;
  const { ProofOfWorkVerifier } = await import('../../auth/proof-of-work.ts');
  const proofs = new ProofOfWorkVerifier(portal.database, portal.app.context.signer);
  const old = solveChallenge(proofs.challenge({ now: then, place, name: 'login|student' }));
  assert.equal(await tries(old), 'login.proof', 'too late');
  const fresh = solveChallenge(proofs.challenge({ now: then + 300, place, name: 'login|student' }));
  assert.equal(await tries(fresh), '', 'made in the same way, but now');
});

test('[SAFE-07] a wrong password with a proof is wrong, and slows its browser', async () => {
  await noise('10.3.0.1', 200);
  const person = portal.nobody();
  for (let i = 0; i < 5; i++) {
    const proof = solveChallenge(await challengeFor('student', '10.3.0.1'));
    assert.equal((await attempt('student', 'Wrong1', '10.3.0.1', { proof, person })).code, 'login.wrong');
  }
  assert.equal((await attempt('student', passwords.student, '10.3.0.1', { person })).code, 'login.tooOften');
});

test('[SAFE-07] a /64 of IPv6 is one address, its neighbour another', async () => {
  await noise('2001:db8:1:2::1', 101);
  await challengeFor('student', '2001:db8:1:2:3:4:5:6');
  assert.equal((await attempt('student', passwords.student, '2001:db8:1:3::1')).status, 200);
  const proof = solveChallenge(await challengeFor('student', '2001:db8:1:2::7'));
  assert.equal((await attempt('student', passwords.student, '2001:db8:1:2::8', { proof })).status, 200);
});

test('[SAFE-07] networks of the campus may fail ten times as often', async () => {
  for (const address of [campus, '2001:db8:50:1::1']) {
    await noise(address, 1000);
    assert.equal((await attempt('student', passwords.student, address)).status, 200);
    await portal.database.autocommit`delete from signin_success`;
    await noise(address, 1);
    await challengeFor('student', address);
  }
});

test('[SAFE-07] a success outweighs one failure of its address, once an account and hour', async () => {
  await noise('10.3.0.1', 101);
  const [first, second] = [
    solveChallenge(await challengeFor('student', '10.3.0.1')),
    solveChallenge(await challengeFor('student', '10.3.0.1')),
  ];
  for (const proof of [first, second])
    assert.equal((await attempt('student', passwords.student, '10.3.0.1', { proof })).status, 200);
  const [row] = await portal.database.autocommit<{ many: number }[]>`select count(*)::int as many from signin_success`;
  assert.equal(row?.many, 1);
  assert.equal((await attempt('student2', passwords.student2, '10.3.0.1')).status, 200, 'the 101st is forgiven');
  await noise('10.3.0.1', 2);
  await challengeFor('student3', '10.3.0.1');
  await portal.database.autocommit`update signin_success set at = at - interval '61 minutes'`;
  const proof = solveChallenge(await challengeFor('student', '10.3.0.1'));
  assert.equal((await attempt('student', passwords.student, '10.3.0.1', { proof })).status, 200);
  const [again] = await portal.database.autocommit<{ many: number }[]>`
    select count(*)::int as many from signin_success where at > now() - interval '10 minutes'`;
  assert.equal(again?.many, 1, 'an hour later it counts again');
});

test('[SAFE-07] an address header that is no address is not counted for one', async () => {
  const answer = await attempt('student', 'Wrong1', 'unknown, "<script>"');
  assert.equal(answer.code, 'login.wrong');
  const [row] = await portal.database.autocommit<
    { address: string }[]
  >`select host(address) as address from signin_failure`;
  assert.equal(row?.address, '127.0.0.1');
});

test('[SAFE-07] a link-local address names an interface too; it is counted for its network', async () => {
  assert.equal((await attempt('student', 'Wrong1', 'fe80::1%eth0')).code, 'login.wrong');
  assert.equal((await attempt('student', passwords.student, 'fe80::1%eth0')).status, 200);
  const [row] = await portal.database.autocommit<{ address: string }[]>`select address::text from signin_failure`;
  assert.equal(row?.address, 'fe80::/64');
});
