import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFault, planFaults } from './plan.ts';

test('[OPS-11] a seed repeats the plan of faults, another one gives another, and a longer run begins alike', () => {
  assert.deepEqual(planFaults(7, 40), planFaults(7, 40));
  assert.notDeepEqual(planFaults(7, 40), planFaults(8, 40));
  assert.deepEqual(planFaults(7, 40).slice(0, 5), planFaults(7, 2));
});

test('[OPS-11] a plan of forty minutes has a hundred faults, and every kind of them', () => {
  for (const seed of [1, 2, 3]) {
    const plan = planFaults(seed, 40);
    assert.equal(plan.length, 100);
    for (const kind of ['kill', 'crash', 'cut', 'part', 'pause', 'disk', 'clock'])
      assert.ok(
        plan.some((fault) => fault.kind === kind),
        `${kind} with the seed ${seed}`,
      );
  }
});

test('a fault ends again, is short at the one proxy, and says in words what it is', () => {
  const plan = planFaults(3, 400);
  assert.ok(plan.every(({ seconds, calm }) => seconds >= 1 && seconds <= 12 && calm >= 3));
  assert.ok(plan.filter(({ place }) => place === 'proxy').every(({ seconds }) => seconds <= 4));
  assert.ok(plan.every(({ kind, shift }) => (kind === 'clock') === (shift !== undefined)));
  assert.equal(
    describeFault({ kind: 'part', place: 'primary', others: ['etcd1', 'etcd2'], seconds: 5, calm: 3 }),
    'part primary from etcd1, etcd2 for 5 s',
  );
  assert.equal(
    describeFault({ kind: 'clock', place: 'node1', shift: -60, seconds: 4, calm: 3 }),
    'clock node1 by -60 s for 4 s',
  );
});
