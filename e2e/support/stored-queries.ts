import type { Page } from '@playwright/test';
import { as } from './people.ts';
import { expect } from './test.ts';
import { waitForWorker } from './worker.ts';

/** The student whose profile is visited. */
export const visitingStudent = 'Төлөгөнова Айгүл Азаматовна';

/** Keys of what the browser keeps of what was read. */
export function storedQueryKeys(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'bilim')) return '';
    return new Promise<string>((done) => {
      const opening = indexedDB.open('bilim');
      opening.onsuccess = () => {
        const database = opening.result;
        const reading = database.transaction('kept').objectStore('kept').getAllKeys();
        reading.onsuccess = () => {
          database.close();
          done(reading.result.join('\n'));
        };
      };
    });
  });
}

/** Signs a student in, opens profile and timetable, and waits until both are kept. */
export async function visitProfile(page: Page): Promise<void> {
  await as(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitingStudent);
  await expect.poll(() => storedQueryKeys(page)).toContain('/api/misc/photo.json');
  await waitForWorker(page);
  await page.goto('/lms/schedule');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Расписание');
  await expect.poll(() => storedQueryKeys(page)).toContain('"schedule"');
}
