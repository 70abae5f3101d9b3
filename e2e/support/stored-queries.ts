import type { Page } from '@playwright/test';
import { signInAs } from './people.ts';
import { expect } from './test.ts';
import { waitForServiceWorker } from './worker.ts';

/** The student whose profile is visited. */
export const visitedStudentName = 'Төлөгөнова Айгүл Азаматовна';

/** Keys of what the browser keeps of what was read. */
export function readStoredQueryKeys(page: Page): Promise<string> {
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
export async function visitProfileAndTimetable(page: Page): Promise<void> {
  await signInAs(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitedStudentName);
  await expect.poll(() => readStoredQueryKeys(page)).toContain('/api/misc/photo.json');
  await waitForServiceWorker(page);
  await page.goto('/lms/schedule');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Расписание');
  await expect.poll(() => readStoredQueryKeys(page)).toContain('"schedule"');
}
