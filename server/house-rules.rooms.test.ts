import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listCalls } from '@bilim/contract/calls-by-room.ts';
import { rooms } from '@bilim/contract/rooms.ts';
import { activityRooms } from './demo/activity-rooms.ts';
import { expectNoViolations } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const textOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: home })
    .map((path) => readFileSync(home + path, 'utf8'))
    .join('\n');

/** What a room of the contract, of the list of rooms, or of both is like. */
interface RoomFacts {
  readonly name: string;
  readonly hasCalls: boolean;
  /** One of its calls writes what a person sends. */
  readonly writes: boolean;
  /** The first part of its page's address; null: it has no page. */
  readonly page: string | null;
  readonly hasTile: boolean;
}

/** Something that a room has to have, and why some rooms need not. */
interface RoomRule {
  readonly fault: (room: RoomFacts) => string | null;
  readonly exceptions: Readonly<Record<string, string>>;
}

const wire = textOf('docs/wire.md');
const begins = textOf('server/rooms/*/*.begins.ts', 'server/university/page-start.ts');
const bench = textOf('bench/*.ts');
const step = 'docs/adding-a-room.md';

const byOffice = 'a page of the few who work there';

const rules: Readonly<Record<string, RoomRule>> = {
  'is described for other programs': {
    fault: ({ name, hasCalls }) =>
      hasCalls && !wire.includes(`\n### ${name}\n`)
        ? `docs/wire.md has no part "### ${name}": what its calls mean, what they refuse`
        : null,
    exceptions: {
      oidc: 'a part of login',
      passkeys: 'a part of login',
      apps: 'a part of misc',
      live: 'section 3',
      start: 'answers for pages alone, whose own calls are described',
    },
  },
  'comes with the first answer of its page': {
    fault: ({ name, page }) =>
      page !== null && !begins.includes(`'${page}'`)
        ? `server/rooms/${name}/${name}.begins.ts has to make the first call of its page (${step})`
        : null,
    exceptions: {
      library: 'what it begins with depends on where reading stopped in this browser',
      singlewindow: 'its lists follow the choice of a form',
      paymentcode: 'a form; its lists last',
      profile: 'who is signed in is known already',
      recipes: 'opened out of the data',
      ...Object.fromEntries(
        ['office', 'desk', 'timetable-changes', 'people', 'data', 'reports', 'audit', 'moderation'].map((name) => [
          name,
          byOffice,
        ]),
      ),
    },
  },
  'is lived in by the people of the demo': {
    fault: ({ name, hasTile, writes }) =>
      hasTile && writes && !activityRooms.some((one) => one === name)
        ? `server/demo/activity/${name}.ts has to let people write there, named in activity.ts and activity-rooms.ts of server/demo (${step})`
        : null,
    exceptions: {
      'timetable-changes': 'a visitor is to find the timetable as it was planned',
      people: 'accounts are made with the university',
      data: 'the university is made without its files',
      reports: 'tells what others did',
      audit: 'tells what others did',
      moderation: 'nobody is reported in a demo',
    },
  },
  'is measured': {
    fault: ({ name, hasTile, hasCalls }) =>
      hasTile && hasCalls && !bench.includes(`@bilim/contract/${name}.ts`)
        ? `bench/calls.ts measures no call of ${name}: the one that people wait for (${step})`
        : null,
    exceptions: {
      'timetable-changes': byOffice,
      data: byOffice,
    },
  },
};

const factsOf = (name: string): RoomFacts => {
  const calls = listCalls().filter(({ room }) => room === name);
  const entry = rooms.find((room) => room.name === name);
  return {
    name,
    hasCalls: calls.length > 0,
    writes: calls.some(({ call }) => call.idempotent),
    page: entry ? (entry.path.split('/')[1] ?? '') : null,
    hasTile: entry?.colour !== undefined,
  };
};

describe('each room', () => {
  const names = new Set([...rooms.map(({ name }) => name), ...listCalls().map(({ room }) => room)]);

  for (const [title, { fault, exceptions }] of Object.entries(rules))
    it(title, () => {
      const all = [...names].map(factsOf);
      expectNoViolations(all.flatMap((room) => (Object.hasOwn(exceptions, room.name) ? [] : (fault(room) ?? []))));
      const needed = all.filter((room) => fault(room) !== null).map(({ name }) => name);
      assert.deepEqual(Object.keys(exceptions).sort(), needed.sort(), 'an exception that no room needs any more goes');
    });

  it('can fail', () => {
    const bare = { name: 'no-such-room', hasCalls: true, writes: true, page: 'no-such-room', hasTile: true };
    for (const [title, { fault }] of Object.entries(rules)) assert.notEqual(fault(bare), null, title);
    const withoutPage = { ...bare, hasCalls: false, writes: false, page: null, hasTile: false };
    for (const [title, { fault }] of Object.entries(rules)) assert.equal(fault(withoutPage), null, title);
  });
});

describe('steps of the schema', () => {
  /** Numbers of steps that schemas before the released one had. */
  const gathered = { from: 18, until: 124 };
  const misnumbered = (numbers: readonly number[]) => {
    const next = String(Math.max(...numbers) + 1).padStart(4, '0');
    return numbers
      .filter((number) => number >= gathered.from && number <= gathered.until)
      .map((number) => `migration ${number} has a number of an earlier schema: the next one is ${next}`);
  };

  it('have numbers that no earlier schema had', () => {
    const files = globSync('server/database/migrations/*.sql', { cwd: home });
    assert.ok(files.length > 0);
    expectNoViolations(misnumbered(files.map((path) => Number.parseInt(path.split(/[\\/]/).at(-1) ?? '', 10))));
  });

  it('can fail', () => {
    assert.deepEqual(misnumbered([17, 18, 125]), [
      'migration 18 has a number of an earlier schema: the next one is 0126',
    ]);
    assert.deepEqual(misnumbered([17, 125]), []);
  });
});
