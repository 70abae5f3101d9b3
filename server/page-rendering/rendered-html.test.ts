import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { escapeHtml } from '../core/html.ts';
import { findRoomOfPage, RenderedHtml } from './rendered-html.ts';

const list = {
  links: ['modulepreload href=/lms/public/assets/a.js', 'preload as=style href=/lms/public/assets/news.css'],
  pages: { '': [0], news: [1], journal1: [] },
};
const built = `<!doctype html><html lang="ru"><head><title>Bilim</title><script data-preload="${escapeHtml(JSON.stringify(list))}"></script></head><body><div id="root"><div class="start"><p></p></div></div><noscript></noscript></body></html>`;

let folder: string;
let html: RenderedHtml;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilim-rendered-'));
  mkdirSync(join(folder, 'public/assets'), { recursive: true });
  writeFileSync(join(folder, 'public/assets/news.css'), '.a{color:red}\n');
  html = new RenderedHtml(built, folder);
});
after(() => rmSync(folder, { recursive: true }));

const compose = (content: string, start = '{}') => html.compose({ path: '/news', role: 2, content, start });

describe('[WEAK-01] the document of a rendered page', () => {
  it('has content, title and style sheets in it, beside what stands first elsewhere', () => {
    const document = compose('<title>Новости</title><main>$& текст</main>').html;
    assert.match(document, /<html data-server-rendered lang="ru">/);
    assert.match(document, /<title>Новости<\/title>/);
    assert.match(document, /<div class="rendered"><main>\$& текст<\/main><\/div><div id="root"><div class="start">/);
    assert.match(document, /<style data-files="\/lms\/public\/assets\/news.css">\.a\{color:red\}<\/style>/);
  });

  it('has links to its pictures in the head, where React puts them before the title', () => {
    const document = compose('<link rel="preload" as="image" href="/a.webp"/><title>Чат</title><main></main>').html;
    assert.match(document, /<title>Чат<\/title>/);
    assert.match(document, /<link rel="preload" as="image" href="\/a.webp"\/>.*<\/head>/s);
    assert.match(document, /<div class="rendered"><main><\/main><\/div>/);
  });

  it('leaves out a style that does not end where its rule does', () => {
    const document = compose('<i style="color:red/*"></i><b style="content:&quot;"></b><u style="color:red"></u>').html;
    assert.match(document, /<i><\/i><b><\/b><u data-style="0"><\/u>/);
  });

  it('keeps the built title where the page names none', () => {
    assert.match(compose('<main></main>').html, /<title>Bilim<\/title>/);
  });

  it('has rules in place of style attributes, whose hash the policy allows', () => {
    const { html: document, styleSources } = compose(
      '<i style="width:40%"></i><b style="--a:&quot;x&quot;"></b><u style="width:40%"></u>',
    );
    assert.match(document, /<i data-style="0"><\/i><b data-style="1"><\/b><u data-style="0"><\/u>/);
    assert.match(document, /<style>\[data-style="0"\]\{width:40%\}\[data-style="1"\]\{--a:"x"\}<\/style>/);
    assert.equal(styleSources.length, 2);
    assert.match(styleSources.join(), /^'sha256-[^']+','sha256-[^']+'$/);
  });

  it('lets neither a style nor a reply close its element', () => {
    const document = compose(
      '<i style="color:red}</style><script>"></i>',
      JSON.stringify({ data: [{ body: '</script><script>alert(1)</script>' }] }),
    ).html;
    assert.ok(!document.includes('<script>alert'));
    assert.ok(!document.includes('</style><script>'));
  });

  it('leaves links as they are, and offers nothing that needs its scripts', () => {
    assert.match(
      compose('<a href="/lms/chat"></a><button type="button"></button><input value="а"><textarea></textarea>').html,
      /<a href="\/lms\/chat"><\/a><button inert type="button"><\/button><input inert readonly value="а"><textarea inert readonly>/,
    );
  });
});

describe('the room of an address', () => {
  for (const [address, name] of [
    ['/lms', 'today'],
    ['/lms/', 'today'],
    ['/lms/apps', 'today'],
    ['/lms/news', 'news'],
    ['/lms/d/29', 'discipline'],
    ['/lms/login', undefined],
    ['/lms/offline', undefined],
  ] as const)
    it(`${address}: ${name ?? 'none'}`, () => assert.equal(findRoomOfPage(address)?.name, name));
});
