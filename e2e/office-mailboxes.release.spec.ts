import { expectAccessible } from './support/axe.ts';
import {
  expectConversationShown,
  inboxList,
  messageBubble,
  messageField,
  officeName,
  openOtherBrowserPage,
  sendText,
} from './support/chat.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[TALK-04] a message to an office that waits for the network is seen in the list and sent later, once', async ({
  page,
  context,
}) => {
  await signInAs(page, 'student2', '/lms/chat');
  await page.getByRole('button', { name: 'Новая переписка' }).click();
  await page.getByRole('region', { name: 'Отделы' }).getByRole('link', { name: officeName }).click();
  await expectConversationShown(page);
  await context.setOffline(true);
  await messageField(page).fill('Без сети');
  await page.keyboard.press('Enter');
  await expect(inboxList(page).getByRole('link', { name: officeName })).toContainText('Без сети');
  await context.setOffline(false);
  await expect(messageBubble(page, 'Без сети').getByText('отправлено')).toBeAttached();
  await page.reload();
  await expectConversationShown(page);
  await expect(messageBubble(page, 'Без сети')).toHaveCount(1);
});

const student = /^Төлөгөнова/;

test('[TALK-04] a student writes to the single window, the clerk answers in its name @also-phone', async ({
  page,
  browser,
  baseURL,
  isMobile,
}, { project }) => {
  const clerk = await openOtherBrowserPage(browser, baseURL);
  await clerk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await signInAs(page, 'student', '/lms/chat');
  await page.getByRole('button', { name: 'Новая переписка' }).click();
  const sheet = page.getByRole('dialog', { name: 'Новая переписка' });
  const offices = sheet.getByRole('region', { name: 'Отделы' });
  await expect(offices.getByRole('link')).toContainText([/Деканат .+факультет/i, /Отдел регистрации/, officeName]);
  // What comes above them moves them.
  await expect(sheet.getByRole('heading', { name: 'Преподаватели' })).toBeVisible();
  await expectAccessible(page);
  await offices.getByRole('link', { name: officeName }).click();
  await expectConversationShown(page);
  await expect(page.getByRole('heading', { level: 1, name: officeName })).toBeVisible();
  const question = `Готова ли справка, ${project.name}?`;
  await sendText(page, question);

  await signInAs(clerk, 'clerk', '/lms/chat');
  const row = inboxList(clerk).getByRole('link', { name: student });
  await expect(row).toContainText(officeName);
  await expect(row).toContainText(question);
  await expect(row).toContainText(/\d+ нов/);
  await row.click();
  await expectConversationShown(clerk);
  await expect(messageBubble(clerk, question)).toBeVisible();
  const answer = `Готова, кабинет 105, ${project.name}.`;
  await sendText(clerk, answer);

  await expect(messageBubble(page, answer)).toBeVisible();
  await expect(page.getByRole('log')).not.toContainText('Клычев');
  await expect(messageBubble(page, question).getByText('прочитано')).toBeAttached();
  await expectAccessible(clerk);
  if (isMobile) await clerk.getByRole('button', { name: 'Назад' }).click();
  await expect(row).toContainText(`${officeName}: ${answer}`);
  if (isMobile) await page.getByRole('button', { name: 'Назад' }).click();
  const own = inboxList(page).getByRole('link', { name: officeName });
  await expect(own).toContainText('отдел');
  await expect(own).toContainText(answer);
  await clerk.context().close();
});
