import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PageToRender } from '@bilim/contract/page-to-render.ts';
import { start } from '@bilim/contract/start.ts';
import { toSessionUser } from '../auth/sign-in.ts';
import { now } from '../core/clock.ts';
import { waitUntil } from '../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';
import { PageRenderer } from './page-renderer.ts';

const nobodyLeft = AbortSignal.abort();
const wanted = new AbortController().signal;
const noPage = {} as PageToRender;

/** A thread that runs a program of one line. */
const programOf = (line: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${line}`)}`);
/** A thread that is ready and gives no page. */
const hanging = programOf("parentPort.on('message', () => {}); parentPort.postMessage({ id: 0 })");
/** A thread whose pages are all alike. */
const answering = programOf(
  "parentPort.on('message', ({ id }) => parentPort.postMessage({ id, html: 'page' })); parentPort.postMessage({ id: 0 })",
);

/** Waits until the thread has rendered a page, as the first ones start it alone. */
const waitForThread = (renderer: PageRenderer, read: () => Promise<PageToRender>) =>
  waitUntil('the thread renders pages', async () => (await renderer.render(read, wanted)) !== null);

describe('[WEAK-01] pages that a thread renders', () => {
  it('are four at once from the moment on at which they are read', async () => {
    const renderer = new PageRenderer(() => {}, { program: answering });
    await waitForThread(renderer, async () => noPage);
    const read = Promise.withResolvers<PageToRender>();
    const four = Array.from({ length: 4 }, () => renderer.render(() => read.promise, wanted));
    assert.equal(await renderer.render(() => assert.fail('a fifth page was read'), wanted), null);
    read.resolve(noPage);
    assert.deepEqual(
      (await Promise.all(four)).map((one) => one?.html),
      ['page', 'page', 'page', 'page'],
    );
    assert.ok(await renderer.render(async () => noPage, wanted), 'and their places are free then');
    await renderer.close();
  });

  it('are not begun for who waits no longer, and leave their place when they cannot be read', async () => {
    const renderer = new PageRenderer(() => {}, { program: answering });
    await waitForThread(renderer, async () => noPage);
    assert.equal(await renderer.render(async () => noPage, nobodyLeft), null);
    for (let times = 0; times < 5; times++)
      await assert.rejects(
        renderer.render(() => Promise.reject(new Error('no reply')), wanted),
        /no reply/,
      );
    assert.ok(await renderer.render(async () => noPage, wanted));
    await renderer.close();
  });

  it('reject when the thread hangs or ends, and the next ones have another thread', async () => {
    const ends: unknown[] = [];
    const renderer = new PageRenderer((error) => ends.push(error), { program: hanging, longest: 50 });
    for (const count of [1, 2]) {
      const answers: string[] = [];
      await waitUntil('a thread was ended', async () => {
        const answer = await renderer.render(async () => noPage, wanted).catch(String);
        if (typeof answer === 'string') answers.push(answer);
        return answers.length > 0;
      });
      assert.match(answers[0] ?? '', /the thread that renders pages ended/);
      assert.equal(ends.length, count);
    }
    await renderer.close();
  });

  it('pause after three threads that ended, which is said, and are tried again later', async () => {
    const program = programOf('process.exit(1)');
    const openEnding = (pause: number) => {
      const ends: string[] = [];
      const renderer = new PageRenderer((error) => ends.push(String(error)), { program, pause });
      return { ends, renderer, ask: () => renderer.render(async () => noPage, wanted) };
    };
    const pausing = openEnding(60_000);
    const trying = openEnding(0);
    await waitUntil('threads ended again and again', async () => {
      await Promise.all([pausing.ask(), trying.ask()]);
      return trying.ends.length >= 8;
    });
    assert.equal(pausing.ends.length, 3);
    assert.match(pausing.ends[2] ?? '', /phones get pages without content for 1 minutes/);
    await Promise.all([pausing.renderer.close(), trying.renderer.close()]);
  });
});

describe('[WEAK-01] a page that cannot be rendered whole', () => {
  let portal: TestPortal;
  let renderer: PageRenderer;
  let profile: PageToRender;
  before(async () => {
    portal = await openPortal();
    renderer = new PageRenderer((error) => assert.fail(String(error)));
    profile = await readPage(await portal.as('student'), 'profile');
    await waitForThread(renderer, async () => profile);
  });
  after(() => Promise.all([renderer.close(), portal.close()]));

  async function readPage(person: TestClient, room: string): Promise<PageToRender> {
    const { sessions, settings } = portal.app.context;
    const caller = await sessions.find(person.cookies.get(sessions.cookieName) ?? '');
    assert.ok(caller);
    const { token: _, ...user } = toSessionUser(settings, caller, '', 'ru');
    const replies = await person.get(start.page, { page: room });
    return { address: `/lms/${room}`, room, language: 'ru', user, replies, now: now().getTime() };
  }
  const render = async (page: PageToRender) => (await renderer.render(async () => page, wanted))?.html ?? '';
  const withReply = (page: PageToRender, path: string, body: string): PageToRender => {
    const replies = page.replies.map((one) => (one.key.startsWith(path) ? { ...one, body } : one));
    assert.notDeepEqual(replies, page.replies, `${path} is among what the page begins with`);
    return { ...page, replies };
  };

  it('is refused when a part of it fails, instead of being sent nearly empty', async () => {
    const news = await readPage(await portal.as('student'), 'news');
    await assert.rejects(render(withReply(news, '/api/news', '{"data":[{"news":7}]}')), /a part of news failed/);
    assert.match(await render(profile), /Төлөгөнова/, 'and the next one is whole');
  });

  it('is refused when it leads elsewhere, as it does without a person, and leaves nothing to the next one', async () => {
    await assert.rejects(render({ ...profile, user: null as never }), /the address of profile leads to another page/);
    const next = await render(profile);
    assert.match(next, /Төлөгөнова/);
    // What was asked for in vain says nothing about the network.
    assert.doesNotMatch(next, /Нет сети/);
  });

  it('is of one person each, when two are rendered at once', async () => {
    const people = await Promise.all((['student', 'teacher'] as const).map((login) => portal.as(login)));
    const profiles = await Promise.all(people.map((person) => readPage(person, 'profile')));
    const [student, teacher] = await Promise.all(profiles.map(render));
    assert.ok(student?.includes('Төлөгөнова') && !student.includes('Асанбаев'));
    assert.ok(teacher?.includes('Асанбаев') && !teacher.includes('Төлөгөнова'));
  });
});
