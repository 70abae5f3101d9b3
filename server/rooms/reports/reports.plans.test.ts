import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openStatementCounter, type StatementCounter } from '../../test/statement-counter.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { reports } = callsByRoom;

let counter: StatementCounter;
let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal({}, async (url) => {
    counter = await openStatementCounter(url);
    return counter.url;
  });
  admin = await portal.as('admin');
});
after(async () => {
  await portal.close();
  await counter.close();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'CTE Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The parts of a statement through which the plan looks again for each row of another. */
function repeatedParts({ Plans = [], ...node }: PlanNode, isRepeated = false): string[] {
  const own = isRepeated && node['Node Type'] === 'CTE Scan' ? [node['CTE Name'] ?? ''] : [];
  const isLoop = node['Node Type'] === 'Nested Loop';
  const below = Plans.flatMap((plan) => {
    const relationship = plan['Parent Relationship'];
    // What is computed once for all is not repeated.
    if (relationship === 'InitPlan') return repeatedParts(plan);
    return repeatedParts(plan, isRepeated || relationship === 'SubPlan' || (isLoop && relationship === 'Inner'));
  });
  return [...own, ...below];
}

/** The plan that every call of a statement has, whatever its values are. */
async function genericPlan(part: string): Promise<PlanNode> {
  const statement = counter.take().find((text) => text.includes(part));
  assert.ok(statement, part);
  const [row] = await portal.ownerSql.unsafe(`explain (generic_plan, format json) ${statement}`).simple();
  return row?.['QUERY PLAN'][0].Plan;
}

test('[PEOPLE-08] no report looks through what thousands hold or attend for each student or group', async () => {
  counter.take();
  await admin.get(reports.registration);
  const registration = repeatedParts(await genericPlan('missing as materialized'));
  assert.ok(!registration.includes('held'), registration.join());
  await admin.get(reports.attendance, { period: 'week' });
  const attendance = repeatedParts(await genericPlan('held_for as'));
  assert.ok(!attendance.includes('class'), attendance.join());
  for (const period of ['week', 'year']) {
    await admin.get(reports.journals, { period });
    const journals = repeatedParts(await genericPlan('class_entries as'));
    const large = ['class', 'audience', 'seen'];
    assert.deepEqual(
      large.filter((part) => journals.includes(part)),
      [],
      period,
    );
  }
  await admin.get(reports.debts);
  const debts = repeatedParts(await genericPlan('owed as materialized'));
  assert.ok(!debts.includes('owed'), debts.join());
});
