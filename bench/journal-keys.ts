import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findOrInstallBrowsers } from '../scripts/browser.ts';
import type { Db } from '../server/database/database.ts';

const students = 60;
const columns = 60;
const slowdown = 4;
const viewport = { width: 1440, height: 900 };
const presses = 180;
/** Fewer tell enough of the table that ours is held against. */
const barePresses = 60;
/** Milliseconds between two presses: somebody who types fast. */
const pace = 130;

interface Course {
  course: number;
  group: number;
  discipline: number;
  credits: string;
  teacher: number;
  type: number;
}

/** Makes the first group of the account `teacher` one of sixty students with sixty columns. */
async function fill(db: Db): Promise<Course> {
  const [one] = await db<Omit<Course, 'course'>[]>`
    select l.group_id as "group", l.discipline_id as discipline, l.credits::text, l.teacher_id as teacher,
      l.class_type_id as type
    from group_load l
    join account a on a.person_id = l.teacher_id and a.login = 'teacher'
    join academic_year y on y.id = l.year_id and y.is_default
    join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id and c.starts_on <= today()
    where not exists (
      select from stream s where s.discipline_id = l.discipline_id and s.year_id = l.year_id and not s.is_chosen)
    order by c.starts_on desc, l.id limit 1`;
  if (!one) throw new Error('the teacher has no plan discipline');
  await db`
    update group_membership set group_id = ${one.group}
    where ends_on is null and student_id in (
      select student_id from group_membership where ends_on is null and group_id <> ${one.group} order by id
      limit greatest(0, ${students} - (
        select count(*)::int from group_membership where ends_on is null and group_id = ${one.group})))`;
  const [made] = await db<{ id: number }[]>`
    insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
    select l.year_id, l.term_id, l.semester_id, l.group_id, l.discipline_id, l.credits from group_load l
    where l.group_id = ${one.group} and l.discipline_id = ${one.discipline} and l.teacher_id = ${one.teacher}
    limit 1
    on conflict on constraint journal_course_unique do update set credits = excluded.credits
    returning id`;
  const course = made?.id ?? 0;
  await db`
    insert into journal_column (course_id, class_type_id, visit_date, times_count)
    select ${course}, ${one.type}, today() - 1 - n / 3, n % 3 + 1 from generate_series(0, ${columns - 1}::int) n
    on conflict do nothing`;
  await db`
    insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, mark_id, made_at)
    select col.id, m.student_id, 0, ${one.teacher}, ${one.teacher}, n.chance <> 0,
      case when n.chance between 1 and 5 then n.chance end, now()
    from journal_column col
    join group_membership m on m.group_id = ${one.group} and m.ends_on is null
    cross join lateral (select (col.id * 7 + m.student_id) % 11 as chance) n
    where col.course_id = ${course} and col.class_type_id = ${one.type}
    on conflict do nothing`;
  return { ...one, course };
}

interface Press {
  readonly key: string;
  readonly ms: number;
  /** Whether the cell under the focus shows another sign than before the key. */
  readonly changed: boolean;
}

/** Follows key presses from the moment the browser got them to the paint that shows them. */
async function follow(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: Press[] = [];
    Object.assign(globalThis, { times });
    const sign = (cell: Element | null) => `${cell?.textContent}${cell?.getAttribute('data-is')}`;
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        const cell = document.activeElement;
        const before = sign(cell);
        requestAnimationFrame(() => {
          const changed = sign(cell) !== before;
          const painted = new MessageChannel();
          painted.port1.onmessage = () => times.push({ key, changed, ms: performance.now() - timeStamp });
          painted.port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

/** Types signs and goes on, down and up the columns; how long keys took that changed a sign, and arrows. */
async function typeSigns(page: Page, presses: number): Promise<{ signs: number[]; moves: number[] }> {
  await follow(page);
  for (let count = 0; count < presses; count++) {
    // Each key stays down for a moment, as under a finger: the measured person types, they do not flood.
    await page.keyboard.press(['5', 'n', '4', '+', '3'][count % 5] ?? '5', { delay: pace });
    const arrow = count % 20 === 19 ? 'ArrowLeft' : count % 40 < 20 ? 'ArrowDown' : 'ArrowUp';
    await page.keyboard.press(arrow, { delay: pace });
  }
  const times = await page.evaluate(() => (globalThis as unknown as { times: Press[] }).times);
  return {
    moves: times.filter(({ key }) => key.startsWith('Arrow')).map(({ ms }) => ms),
    // A key that says what is there already paints nothing, and would make the figures look better.
    signs: times.filter(({ key, changed }) => changed && !key.startsWith('Arrow')).map(({ ms }) => ms),
  };
}

/** The same in a table of plain HTML whose keys write a text and do nothing else. */
async function typeInBareTable(browser: Browser): Promise<{ signs: number[]; moves: number[] }> {
  const page = await browser.newPage({ viewport });
  const row = `<tr>${'<td tabindex=-1>+</td>'.repeat(columns)}</tr>`;
  await page.setContent(`<style>td { width: 56px; height: 44px }</style><table>${row.repeat(students)}</table>`);
  await page.evaluate(() => {
    addEventListener('keydown', ({ key }) => {
      const cell = document.activeElement as HTMLTableCellElement;
      const rows = cell.closest('table')?.rows;
      const at = (cell.parentElement as HTMLTableRowElement).rowIndex;
      if (key === 'ArrowLeft') (cell.previousElementSibling as HTMLElement | null)?.focus();
      else if (key.startsWith('Arrow')) rows?.[at + (key === 'ArrowDown' ? 1 : -1)]?.cells[cell.cellIndex]?.focus();
      else cell.textContent = key;
    });
    document.querySelector('td:last-child')?.scrollIntoView({ inline: 'end' });
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.locator('td:last-child').first().click();
  const times = await typeSigns(page, barePresses);
  await page.close();
  return times;
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.toFixed(0) ?? '-';

function say(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  console.log(`${name.padEnd(36)} ${p50.padStart(6)} ${p95.padStart(6)} ${percentile(sorted, 1).padStart(6)}  ms`);
}

/** Side of the squares in which a frame is searched for what was not painted; each drawn one has a line of the table. */
const square = 72;

/**
 * Scrolls as a hand on a touch pad does, and looks at every frame that the browser shows: how many squares of the table
 * stood empty in it.
 */
async function sayBlanks(page: Page, cdp: CDPSession): Promise<void> {
  const box = await page.evaluate(async () => {
    let pane = document.querySelector('[role="grid"]') as HTMLElement;
    while (pane.parentElement && getComputedStyle(pane).overflowX === 'visible') pane = pane.parentElement;
    pane.scrollTo(0, 0);
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    const { left, top, right, bottom } = pane.getBoundingClientRect();
    const name = pane.querySelector('tbody th')?.getBoundingClientRect();
    const head = pane.querySelector('thead')?.getBoundingClientRect();
    return {
      left: Math.max(left, name?.right ?? 0),
      top: Math.max(top, head?.bottom ?? 0),
      right,
      bottom: Math.min(bottom, innerHeight),
    };
  });
  const frames: string[] = [];
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void cdp.send('Page.screencastFrameAck', { sessionId });
  });
  await cdp.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  for (const [xDistance, yDistance] of [
    [0, -1500],
    [1500, 0],
    [-1500, 0],
    [0, 1500],
  ] as const)
    await cdp.send('Input.synthesizeScrollGesture', {
      x,
      y,
      xDistance,
      yDistance,
      speed: 2500,
      gestureSourceType: 'mouse',
    });
  await cdp.send('Page.stopScreencast');
  let most = 0;
  let withBlanks = 0;
  for (const frame of frames) {
    const blank = await blankSquares(Buffer.from(frame, 'base64'), box);
    most = Math.max(most, blank);
    if (blank) withBlanks++;
  }
  console.log(
    `frames with blank cells while scrolling: ${withBlanks} of ${frames.length}, at most ${most} squares in one`,
  );
}

/** How many squares of a part of a picture have one colour only. */
async function blankSquares(
  png: Buffer,
  box: { left: number; top: number; right: number; bottom: number },
): Promise<number> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  let blank = 0;
  const bottom = Math.min(box.bottom, info.height);
  for (let top = Math.ceil(box.top); top + square <= bottom; top += square)
    for (let left = Math.ceil(box.left); left + square <= box.right - 20; left += square) {
      const first = data[top * info.width + left];
      let same = true;
      for (let y = top; same && y < top + square; y++)
        for (let x = left; same && x < left + square; x++) same = data[y * info.width + x] === first;
      if (same) blank++;
    }
  return blank;
}

/**
 * A journal of 60 students and 60 columns in a browser whose processor is four times slower: milliseconds from a key
 * to the paint that shows its sign, and between frames while the table is scrolled.
 */
export async function measureJournalKeyLatency(
  portal: string,
  { database: { autocommit: db } }: { database: { autocommit: Db } },
): Promise<void> {
  const { type, discipline, credits, group } = await fill(db);
  const browser = await chromium.launch({
    executablePath: findOrInstallBrowsers().full,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const bare = await typeInBareTable(browser);
    const page = await browser.newPage({ viewport, locale: 'ru-RU' });
    const to = `/lms/journal?d=${discipline}.0.${Number(credits)}&g=${group}&t=${type}`;
    await page.goto(`${portal}/lms/login?to=${encodeURIComponent(to)}`);
    await page.locator('input[autocomplete="username"]').fill('teacher');
    await page.locator('input[autocomplete="current-password"]').fill('Teacher1');
    await page.keyboard.press('Enter');
    const cell = (row: number, column: number) => page.locator(`tr[data-r="${row}"] > td[data-c="${column}"]`);
    await cell(students - 1, columns - 1).waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await cell(0, columns - 1).click();
    const { signs, moves } = await typeSigns(page, presses);
    console.log(`\n60 students x 60 columns, processor ${slowdown}x slower                 p50    p95    max`);
    say(`key to painted sign, ${signs.length} of ${presses}`, signs);
    say('arrow to moved focus', moves);
    // How quick the machine is at this hour: the same keys where nothing follows from them.
    say('a bare table: key to painted sign', bare.signs);
    say('a bare table: arrow to moved focus', bare.moves);

    const frames = page.evaluate(async () => {
      const grid = document.querySelector('[role="grid"]')?.parentElement;
      if (!grid) return [];
      const gaps: number[] = [];
      let last = performance.now();
      for (let step = 0; step < 120; step++) {
        grid.scrollBy(step % 80 < 40 ? -60 : 60, step % 60 < 30 ? 40 : -40);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        gaps.push(now - last);
        last = now;
      }
      return gaps;
    });
    say('frame while scrolling', await frames);
    await sayBlanks(page, cdp);
  } finally {
    await browser.close();
  }
}
