import type { Call } from '@bilim/contract/call.ts';
import { discipline as disciplines } from '@bilim/contract/discipline.ts';
import { rooms } from '@bilim/contract/rooms.ts';
import type { BrowserContext } from '@playwright/test';
import { sharedDisciplineId } from './support/people.ts';
import { isRendered, openPhone, readDocument, waitForRendering } from './support/server-rendered.ts';
import { expect, test } from './support/test.ts';

test('[WEAK-01] a phone shows the content of its page before any script has run', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student', { javaScriptEnabled: false });
  await waitForRendering(phone);
  const opened = await phone.newPage();
  for (const [address, shown] of [
    ['/lms/news', opened.getByText('Уважаемые студенты').first()],
    ['/lms', opened.getByText(/^Добрый день, /)],
    ['/lms/chat', opened.getByText('Вы:').first()],
    [
      '/lms/schedule',
      opened
        .getByText('14-я неделя')
        .or(opened.getByText(/-я неделя/))
        .first(),
    ],
    ['/lms/journal', opened.getByText('средняя оценка').first()],
    ['/lms/profile', opened.getByText(/ПИ-1-24/).first()],
  ] as const) {
    await opened.goto(address);
    await expect(opened.locator('html'), address).toHaveAttribute('data-server-rendered');
    await expect(shown, address).toBeVisible();
  }
  await phone.close();
});

test('[AUTH-07] a page is rendered for whose session it is, and for nobody without a token of the browser', async ({
  page,
  browser,
}) => {
  const student = await openPhone(page, browser, 'student');
  const teacher = await openPhone(page, browser, 'teacher');
  await waitForRendering(student);
  await expect
    .poll(async () => {
      const pages = await Promise.all(
        Array.from({ length: 4 }, (_, turn) => readDocument(turn % 2 ? teacher : student, '/lms/profile')),
      );
      const names = pages.map((html) => (isRendered(html) ? /Төлөгөнова|Асанбаев/.exec(html)?.[0] : 'not rendered'));
      expect(['Төлөгөнова', 'not rendered']).toContain(names[0]);
      expect(['Асанбаев', 'not rendered']).toContain(names[1]);
      return new Set(names).size;
    })
    .toBeGreaterThan(1);
  await student.addCookies([{ name: 'shared', value: '1', url: new URL(page.url()).origin }]);
  expect(isRendered(await readDocument(student, '/lms/profile')), 'a shared computer').toBe(false);
  await student.clearCookies({ name: 'shared' });
  await student.clearCookies({ name: 'sid' });
  expect(isRendered(await readDocument(student, '/lms/profile')), 'without a session').toBe(false);
  await Promise.all([student.close(), teacher.close()]);
});

test('[AUTH-07] a page opens with the discipline of whose it is, whoever opened the same address before', async ({
  page,
  browser,
}) => {
  const phones: BrowserContext[] = [];
  for (const login of ['student3', 'teacher', 'student'] as const) phones.push(await openPhone(page, browser, login));
  await waitForRendering(phones[0] as BrowserContext);
  for (const phone of phones) {
    const html = await readDocument(phone, '/lms/umk');
    expect(isRendered(html)).toBe(true);
    const [content = '', start = ''] = html.split('id="page-start">');
    const { data } = JSON.parse(start.split('</script>')[0] ?? '') as { data: { key: string; body: string }[] };
    const replyTo = (...calls: readonly Call[]) =>
      data.find(({ key }) => calls.some(({ path }) => key.startsWith(path)));
    const list = replyTo(disciplines.list, disciplines.listForStudent);
    // The server chooses the discipline of which it gives the semesters (findInitialCourse).
    const opened = replyTo(disciplines.semesters, disciplines.semestersForStudent)?.key.match(
      /"id_discipline",(\d+)/,
    )?.[1];
    const own = (JSON.parse(list?.body ?? '') as { data: { id: number; discipline: string }[] }).data;
    expect(own.filter(({ discipline }) => content.includes(discipline)).map(({ id }) => id)).toEqual([Number(opened)]);
  }
  for (const phone of phones) await phone.close();
});

test('[AUTH-06] a browser that has lost its token shows nothing of the session', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student');
  await waitForRendering(phone);
  const opened = await phone.newPage();
  await opened.addInitScript(() => localStorage.clear());
  await opened.route('**/public/assets/*.js', (route) => route.abort());
  await opened.goto('/lms/profile');
  await expect(opened.getByText(/ПИ-1-24/).first()).toBeHidden();
  await expect(opened.getByRole('heading', { name: 'Вход в портал' })).toBeVisible();
  await opened.unroute('**/public/assets/*.js');
  await opened.reload();
  await expect(opened.getByLabel('Логин')).toBeVisible();
  await phone.close();
});

for (const login of ['student', 'teacher', 'admin'] as const)
  test(`[WEAK-01] every page that ${login} has can be rendered`, async ({ page, browser }) => {
    const phone = await openPhone(page, browser, login);
    await waitForRendering(phone);
    const discipline = `/d/${sharedDisciplineId}?d=${sharedDisciplineId}.0.5`;
    // The thread has no more than four pages to do at once, and whoever comes then gets none.
    for (const { name, path } of rooms)
      await expect
        .poll(async () => isRendered(await readDocument(phone, `/lms${name === 'discipline' ? discipline : path}`)), {
          message: path,
        })
        .toBe(true);
    await phone.close();
  });
