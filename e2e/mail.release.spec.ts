import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import type { TestMailServer } from '../server/test/mail-server.ts';
import { passwords } from '../server/test/test-client.ts';
import { expectAccessible } from './support/axe.ts';
import { mailSection, mailSettingsPath, submitMailAddress, test } from './support/mail.ts';
import { publishAnnouncement, signInWithoutBrowser } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { totpCode } from './support/second-step.ts';
import { expect } from './support/test.ts';

test('[TOLD-02] undelivered mails and expired links are reported @both', async ({ page, posting: { mails } }, {
  project,
}) => {
  const gone = `gone@${project.name}.test`;
  mails.manners.set(gone, { at: 'recipient', reply: '550 5.1.1 No such user here' });
  await signInAs(page, 'student2', mailSettingsPath);
  await mailSection(page).getByRole('button', { name: 'Добавить' }).click();
  await submitMailAddress(page, gone, passwords.student2);
  await expect(mailSection(page).getByText('Письма сюда не доходят')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/lms/check/mail/c1wrong');
  await page.getByRole('button', { name: 'Подтвердить адрес' }).click();
  await expect(page.getByRole('heading', { name: 'Ссылка не действует' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(mailSettingsPath);
  await mailSection(page).getByRole('button', { name: 'Убрать адрес' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать адрес' }).click();
  await expect(mailSection(page).getByText('Добавьте адрес почты')).toBeVisible();
});

const box = (page: Page, topic: string) => page.getByRole('checkbox', { name: `${topic}: почтой` });

/** The link of the mail to an address whose text has a piece; empty where it has none. */
async function linkIn(mails: TestMailServer, address: string, piece: string): Promise<string> {
  const text = () => mails.of(address).find((mail) => mail.text.includes(piece))?.text ?? '';
  await expect.poll(text).not.toBe('');
  return /\/lms\/check\/mail\/[\w-]+/.exec(text())?.[0] ?? '';
}

test('[TOLD-02] an address is given, confirmed by its link elsewhere, chosen for, and left by a link @also-phone', async ({
  page,
  browser,
  baseURL,
  posting: { portal, mails },
}, { project }) => {
  const own = `student@${project.name}.test`;
  // Whatever the hour is, nothing waits for the morning, nor for the page to be closed.
  const student = await signInWithoutBrowser(portal, 'student');
  await student.get(callsByRoom['notification-settings'].set, { isQuiet: false, isOpen: true });
  await signInAs(page, 'student', mailSettingsPath);
  await expect(mailSection(page).getByText('Добавьте адрес почты')).toBeVisible();
  await expect(box(page, 'Новости')).toHaveCount(0);
  await mailSection(page).getByRole('button', { name: 'Добавить' }).click();
  await submitMailAddress(page, 'nobody', passwords.student);
  await expect(page.getByText('Это не похоже на адрес почты.')).toBeVisible();
  await submitMailAddress(page, own, 'wrong password');
  await expect(page.getByRole('dialog').getByText(/парол/i).last()).toBeVisible();
  await expectAccessible(page);
  await submitMailAddress(page, own, passwords.student);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(mailSection(page).getByText(own)).toBeVisible();
  await expect(mailSection(page).getByText('Откройте ссылку в письме')).toBeVisible();
  await expect(box(page, 'Новости')).toHaveCount(0);

  // Whoever looks at the mail is signed in nowhere there; looking alone does nothing.
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const link = await elsewhere.newPage();
  await link.goto(await linkIn(mails, own, ''));
  await expect(link.getByRole('button', { name: 'Подтвердить адрес' })).toBeVisible();
  await expectAccessible(link);
  await expect(mailSection(page).getByText('Откройте ссылку в письме')).toBeVisible();
  await link.getByRole('button', { name: 'Подтвердить адрес' }).click();
  await expect(link.getByRole('heading', { name: 'Адрес подтверждён' })).toBeVisible();
  await expectAccessible(link);

  // The page that waited sees it by itself.
  await expect(mailSection(page).getByText('адрес подтверждён')).toBeVisible();
  await expect(box(page, 'Новости')).toBeChecked();
  await expectAccessible(page);
  await box(page, 'Материалы').click();
  await mailSection(page).getByRole('button', { name: 'сразу' }).click();
  await expect
    .poll(async () => (await student.get(callsByRoom['notification-settings'].settings))[0])
    .toMatchObject({ mailAtOnce: true, mail: expect.arrayContaining(['materials', 'news']) });

  // A sign-in elsewhere is mailed without a link to leave; an announcement's link leaves by a button.
  await signInWithoutBrowser(portal, 'student');
  expect(await linkIn(mails, own, 'Если это не вы')).toBe('');
  await publishAnnouncement(portal, 'По почте');
  await link.goto(await linkIn(mails, own, 'По почте'));
  await link.getByRole('button', { name: 'Отписаться от писем' }).click();
  await expect(link.getByRole('heading', { name: 'Вы отписались' })).toBeVisible();
  await expectAccessible(link);
  await expect(box(page, 'Новости')).not.toBeChecked();
  await elsewhere.close();

  await mailSection(page).getByRole('button', { name: 'Убрать адрес' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать адрес' }).click();
  await expect(mailSection(page).getByText('Добавьте адрес почты')).toBeVisible();
  await expect(box(page, 'Новости')).toHaveCount(0);
  await page.reload();
  await expect(mailSection(page).getByText('Добавьте адрес почты')).toBeVisible();
});

test('[AUTH-14] [TOLD-02] whoever has codes shows one for an address that comes or goes, and for a new password @both', async ({
  page,
  posting: { portal },
  isMobile,
}) => {
  const login = isMobile ? 'teacher' : 'student3';
  const password = passwords[login];
  const person = await signInWithoutBrowser(portal, login);
  const { key } = await person.get(callsByRoom.secondstep.begin, { password });
  const { codes } = await person.get(callsByRoom.secondstep.confirm, { code: totpCode(key, 0) });
  const sql = postgres(portal.databaseUrl, { max: 1 });
  /** Shows a recovery code where one is asked for. */
  const show = async (place: number) => {
    await page.getByLabel('Код из приложения или запасной код').fill(codes[place] ?? '');
    await expect(page.getByText('Нет ни телефона, ни кодов?')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Продолжить' }).click();
  };
  await signInAs(page, login, mailSettingsPath);
  await mailSection(page).getByRole('button', { name: 'Добавить' }).click();
  await submitMailAddress(page, `${login}@codes.test`, password);
  await show(0);
  await expect(mailSection(page).getByText(`${login}@codes.test`)).toBeVisible();
  await sql`update session set proven_at = null`;
  await mailSection(page).getByRole('button', { name: 'Убрать адрес' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать адрес' }).click();
  await show(1);
  await expect(mailSection(page).getByText('Добавьте адрес почты')).toBeVisible();
  await sql`update session set proven_at = null`;

  await page.goto('/lms/profile');
  if (isMobile) await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await page.getByLabel('Текущий пароль').fill(password);
  await page.getByLabel('Новый пароль').fill(password);
  await page.getByLabel('Ещё раз').fill(password);
  await page.getByLabel('Ещё раз').press('Enter');
  await show(2);
  await expect(page.getByText(/^Пароль изменён/)).toBeVisible();
  await sql.end();
});
