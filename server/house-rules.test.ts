import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  expectNoViolations,
  findBrandedTypes,
  findCssValuesWithoutToken,
  findForbiddenCourseTableReads,
  findForbiddenImports,
  findForgedBrands,
  findMisplacedSql,
  findUnreliableTestPatterns,
  type SourceFile,
} from './test/house-rules.ts';
import { findDeadReferences, findPageHeadings, type KnownReferences } from './test/references.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

const read = (patterns: string[]): SourceFile[] =>
  globSync(patterns, { cwd: home, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(home + path, 'utf8'),
  }));

const sources = read([
  'contract/**/*.ts',
  'server/**/*.ts',
  'web/**/*.{ts,tsx,css}',
  'scripts/**/*.ts',
  'e2e/**/*.ts',
  'bench/**/*.ts',
  '*.{mjs,ts}',
]);
/** Without the changelog, which tells of files that are gone. */
const pages = read(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md']);

/** This file's own fixtures look like what the rules forbid. */
const others = sources.filter(({ path }) => path !== 'server/house-rules.test.ts');

const fixture = (path: string, text: string): SourceFile => ({ path, text });

describe('who may import whom', () => {
  it('holds everywhere', () => {
    assert.ok(sources.length > 50, 'the sources are found');
    expectNoViolations(others.flatMap(findForbiddenImports));
  });

  it('can fail', () => {
    const wrong: [string, string][] = [
      ['contract/chat.ts', "import fastify from 'fastify';"],
      ['contract/chat.ts', "import { x } from '../server/call/mount.ts';"],
      ['server/call/mount.ts', "import { x } from '../university/university.queries.ts';"],
      ['server/core/batcher.ts', "import { x } from '../database/database.ts';"],
      ['server/files/files.ts', "import { x } from '../call/room.ts';"],
      ['server/university/a.ts', "import { x } from '../rooms/chat/chat.ts';"],
      ['server/rooms/chat/chat.ts', "import { x } from '../news/news.ts';"],
      ['server/rooms/chat/chat.ts', "export * from '../../app.ts';"],
      ['server/rooms/chat/chat.ts', "const x = await import('../../../web/src/core/api.ts');"],
      ['server/app.ts', "import '../web/src/main.tsx';"],
      ['web/src/core/api.ts', "import { Button } from '../kit/Button.tsx';"],
      ['web/src/kit/Button.tsx', "import { x } from '../disciplines/cascade.data.ts';"],
      ['web/src/rooms/chat/ChatPage.tsx', "import { x } from '../news/news.data.ts';"],
      ['web/src/rooms/chat/ChatPage.tsx', "import { x } from '../../frame/Shell.tsx';"],
      ['web/src/main.tsx', "import { x } from '@bilim/server/app.ts';"],
    ];
    for (const [path, text] of wrong)
      assert.equal(findForbiddenImports(fixture(path, text)).length, 1, `${path}: ${text}`);
  });

  it('lets through what is allowed', () => {
    const right: [string, string][] = [
      ['contract/chat.ts', "import { Type } from 'typebox';\nimport { call } from './call.ts';"],
      ['server/rooms/chat/chat.ts', "import { chat } from '@bilim/contract/chat.ts';\nimport './chat.queries.ts';"],
      ['server/rooms/chat/chat.ts', "import { x } from '../../call/room.ts';\nimport '../../university/a.ts';"],
      ['server/rooms/chat/chat.test.ts', "import { as } from '../../test/test-client.ts';"],
      [
        'web/src/rooms/chat/ChatPage.tsx',
        "import { Button } from '../../kit/Button.tsx';\nimport { useState } from 'react';",
      ],
    ];
    for (const [path, text] of right) assert.deepEqual(findForbiddenImports(fixture(path, text)), []);
  });
});

describe('SQL stands in queries and access files', () => {
  it('holds everywhere', () => expectNoViolations(sources.flatMap(findMisplacedSql)));

  it('can fail', () => {
    const texts = [
      'await db`select 1`',
      'await db<{ id: number }[]>`\n  with x as',
      'sql`update a set b = 1`',
      'db.unsafe(text)',
    ];
    for (const text of texts)
      assert.equal(findMisplacedSql(fixture('server/rooms/chat/chat.ts', text)).length, 1, text);
    assert.deepEqual(findMisplacedSql(fixture('server/rooms/chat/chat.queries.ts', 'db`select 1`')), []);
    assert.deepEqual(findMisplacedSql(fixture('server/rooms/chat/chat.ts', 'log(`selected rows`)')), []);
  });
});

describe('courses have one home', () => {
  it('holds everywhere', () => expectNoViolations(others.flatMap(findForbiddenCourseTableReads)));

  it('can fail', () => {
    const wrong: [string, string][] = [
      ['server/rooms/chat/chat.access.ts', 'db`select from group_load l where l.teacher_id = 1`'],
      ['server/rooms/news/news.queries.ts', 'db`select 1 from person p\n join group_membership m on true`'],
      ['server/rooms/journal/journal.queries.ts', 'db`select from registration_class`'],
      ['server/rooms/umk/umk.queries.ts', 'db`select from registration r where r.is_chosen`'],
      ['server/rooms/schedule/schedule.queries.ts', 'db`select from journal_subgroup`'],
      ['server/rooms/registration/registration.queries.ts', 'db`select from group_membership m`'],
      ['server/rooms/umk/umk.access.ts', 'db`select from stream s where s.teacher_id = 1`'],
      ['server/rooms/umk/umk.access.ts', 'db`select from stream where id = 2 and teacher_id = 1`'],
      ['server/auth/session.ts', 'db`left join group_membership m on m.student_id = p.id`'],
    ];
    for (const [path, text] of wrong)
      assert.equal(findForbiddenCourseTableReads(fixture(path, text)).length, 1, `${path}: ${text}`);
  });

  it('lets through what is allowed', () => {
    const right: [string, string][] = [
      ['server/university/courses.queries.ts', 'db`select from group_load`'],
      ['server/import/people.ts', 'db`update group_membership set ends_on = null`'],
      ['server/rooms/registration/registration.seat.queries.ts', 'db`delete from registration_class`'],
      ['server/rooms/journal/journal.queries.ts', 'db`insert into journal_subgroup (course_id) values (1)`'],
      [
        'server/rooms/chat/chat.queries.ts',
        'db`select s.name from stream s join course_teacher t on t.course_id = s.id`',
      ],
      ['server/rooms/index.ts', "import { registration } from './registration/registration.ts';"],
    ];
    for (const [path, text] of right) assert.deepEqual(findForbiddenCourseTableReads(fixture(path, text)), [], path);
  });
});

describe('what was opened is marked in access files alone', () => {
  const marks = sources.flatMap(findBrandedTypes);

  it('holds everywhere', () => {
    assert.ok(
      marks.includes('AuthorizedJournal') && marks.includes('AuthorizedConversation') && marks.length > 15,
      `${marks}`,
    );
    assert.deepEqual(
      others.flatMap((source) => findForgedBrands(source, marks)),
      [],
    );
  });

  it('can fail', () => {
    const type =
      "export type AuthorizedBook = { readonly id: number } & {\n  readonly __authorized: 'book';\n};\nexport type Plain = number;\n";
    assert.deepEqual(findBrandedTypes(fixture('server/rooms/library/library.access.ts', type)), ['AuthorizedBook']);
    for (const cast of ['as AuthorizedBook', 'as unknown as AuthorizedBook[]'])
      assert.equal(
        findForgedBrands(fixture('server/rooms/library/library.ts', `row ${cast}`), ['AuthorizedBook']).length,
        1,
        cast,
      );
    assert.deepEqual(
      findForgedBrands(fixture('server/rooms/library/library.access.ts', 'row as AuthorizedBook'), ['AuthorizedBook']),
      [],
    );
  });
});

describe('spaces, layers and durations are tokens', () => {
  it('holds everywhere', () => {
    const styles = sources.filter(({ path }) => path.endsWith('.css'));
    assert.ok(styles.length > 50, 'the style sheets are found');
    expectNoViolations(styles.flatMap(findCssValuesWithoutToken));
  });

  it('can fail', () => {
    const check = (rule: string) =>
      findCssValuesWithoutToken(fixture('web/src/kit/A.module.css', `.a {\n  ${rule}\n}`)).length;
    for (const wrong of [
      'padding: 0 12px;',
      'margin-top: calc(var(--s2) - 3px);',
      'gap: 0.5rem;',
      'z-index: 3;',
      'transition: opacity 200ms var(--ease);',
      'animation-duration: 1.5s;',
    ])
      assert.equal(check(wrong), 1, wrong);
    for (const right of [
      'padding: 0 var(--s3) 1px;',
      'margin: calc(-1 * var(--s1-5)) auto 0 -1px;',
      'z-index: var(--z-head);',
      'transition: opacity var(--d2) var(--ease);',
      'width: 12px;',
      'border: 2px solid;',
    ])
      assert.equal(check(right), 0, right);
  });
});

describe('references', () => {
  const others = read(['server/**/*.sql', 'web/src/**/*.js']).filter(
    // Steps that were applied keep their words.
    ({ path }) => !path.startsWith('server/database/upgrades/'),
  );
  const all = [...sources, ...pages, ...others];
  // This file's own fixtures look like references.
  const looked = all.filter(({ path }) => path !== 'server/house-rules.test.ts');
  const known: KnownReferences = {
    paths: [
      ...all.map(({ path }) => path),
      ...globSync(['*.*', 'contract/*.json', 'docs/**/*.*', 'web/**/*.{html,svg,json}'], {
        cwd: home,
        exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
      }).map((path) => path.replaceAll('\\', '/')),
    ],
    headings: new Map(pages.map(({ path, text }) => [path, findPageHeadings(text)])),
    words: new Set(
      [...sources, ...others, ...read(['web/public/locales/ru/*.json', 'packaging/*.service'])].flatMap(
        ({ text }) => text.match(/\w+/g) ?? [],
      ),
    ),
    texts: new Map(all.map(({ path, text }) => [path, text])),
  };

  it('lead to a file, a section, a decision or a name of code that is there, and to no numbered rule from elsewhere', () => {
    assert.deepEqual(
      looked.flatMap((source) => findDeadReferences(source, known)),
      [],
    );
  });

  it('can fail', () => {
    const there: KnownReferences = {
      paths: ['docs/wire.md', 'docs/decisions/0002-two.md', 'server/core/refusal.ts', 'web/src/kit/Button.tsx'],
      headings: new Map([['docs/wire.md', ['1. All calls', 'Sign-in and sessions']]]),
      words: new Set(['deadReferences']),
      texts: new Map([['server/core/refusal.ts', 'export class Refusal {}']]),
    };
    const check = (path: string, text: string) => findDeadReferences(fixture(path, text), there);
    const wrong: [string, string][] = [
      ['server/a.ts', '// as settled.md says'],
      ['server/a.ts', '/** In the order of wire.md 3.9. */'],
      ['server/a.ts', '/* docs/wire.md#2-rooms */'],
      ['server/a.ts', '// see core/refused.ts'],
      ['server/a.sql', '-- see gone.sql'],
      ['web/src/a.css', '/* kit/Gone.tsx */'],
      ['server/a.ts', '// decision 3'],
      ['server/a.ts', '// An account is never found by them (settled 67).'],
      ['docs/a.md', 'As issue 12 wants it'],
      ['docs/a.md', '[the wire](wires.md)'],
      ['docs/a.md', '[the wire](wire.md#3-nothing)'],
      ['docs/wire.md', '[below](#nothing)'],
      ['docs/a.md', '[rooms](../server/rooms)'],
      ['docs/a.md', '`server/core/refused.ts`'],
      ['docs/a.md', 'Lists take `holdingWords(text)`.'],
      ['docs/a.md', '`refuse` in `core/refusal.ts`'],
      ['docs/a.md', 'As house 3 wants it'],
    ];
    for (const [path, text] of wrong) assert.equal(check(path, text).length, 1, text);
    const right: [string, string][] = [
      ['server/a.ts', "import './gone.ts'; // docs/wire.md 1, core/refusal.ts, decision 2"],
      ['server/a.ts', '/** https://example.org/gone.js; rooms/<room>/<Room>Page.tsx, <room>.data.ts */'],
      ['docs/a.md', '[the wire](wire.md#sign-in-and-sessions), [code](../server/core), Button.tsx'],
      ['docs/a.md', 'found by `deadReferences`, which systemd calls `PrivateUsers`; isAnything without backticks'],
      ['docs/a.md', '`Refusal` in `core/refusal.ts`'],
      ['docs/wire.md', '[below](#sign-in-and-sessions)'],
      ['docs/a.md', 'after the rules 422 `registration.incomplete`; what was settled in 2026'],
    ];
    for (const [path, text] of right) assert.deepEqual(check(path, text), [], text);
  });
});

describe('tests', () => {
  it('wait for facts, not without end, and empty no table', () =>
    expectNoViolations(others.flatMap(findUnreliableTestPatterns)));
  it('can fail', () => {
    const texts = [
      "await page.waitForLoadState('networkidle');",
      'await expect(look).toPass();',
      'await page.waitForTimeout(500);',
      "import { setTimeout as sleep } from 'node:timers/promises';",
      'await sql`\n  truncate news`;',
    ];
    for (const text of texts) assert.equal(findUnreliableTestPatterns(fixture('e2e/a.spec.ts', text)).length, 1, text);
    assert.deepEqual(findUnreliableTestPatterns(fixture('e2e/a.spec.ts', 'await expect(row).toBeVisible();')), []);
    assert.equal(
      findUnreliableTestPatterns(fixture('server/a.test.ts', 'while (!pid) await new Promise(setImmediate);')).length,
      1,
    );
  });
});

describe('decisions', () => {
  it('are numbered without gaps, and each stands in the index', () => {
    const all = pages
      .filter(({ path }) => /^docs\/decisions\/\d/.test(path))
      .sort((a, b) => a.path.localeCompare(b.path));
    const index = pages.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
    for (const [place, { path, text }] of all.entries()) {
      const number = place + 1;
      assert.equal(Number(path.slice('docs/decisions/'.length, -1).slice(0, 4)), number, path);
      const title = /^# (\d+)\. (.*)$/m.exec(text);
      assert.equal(Number(title?.[1]), number, `${path} begins with its number`);
      assert.ok(index.includes(`| ${number} | [${title?.[2]}](${path.slice('docs/decisions/'.length)}) |`), path);
    }
  });
});
