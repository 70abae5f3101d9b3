import { accounts } from '@bilim/contract/accounts.ts';
import { apps } from '@bilim/contract/apps.ts';
import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import {
  disciplineKey,
  findInitialSelection,
  type LastUsed,
  type ListedCourse,
  lowestSelection,
  pickSelection,
} from '@bilim/contract/initial-selection.ts';
import { journal } from '@bilim/contract/journal.ts';
import { login } from '@bilim/contract/login.ts';
import { news } from '@bilim/contract/news.ts';
import { notices } from '@bilim/contract/notices.ts';
import type { Permission } from '@bilim/contract/permissions.ts';
import { registration } from '@bilim/contract/registration.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { start as calls } from '@bilim/contract/start.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import type { Timetable, UniversityTime } from '@bilim/contract/timetable.ts';
import { groupChatId, readUrlSelection, type UrlSelection } from '@bilim/contract/url-selection.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/session.ts';
import { type CallContext, room } from '../../call/room.ts';
import { now } from '../../core/clock.ts';

/** Pages that show something of one discipline. */
const ofDiscipline = ['d', 'journal', 'umk'];
/** Pages that show the timetable. */
const withTimetable = ['today', 'schedule', ...ofDiscipline];

/** Pages that one person opens from the server in a minute: ten tabs that are restored, and are restored again. */
const pagesAMinute = (percent: number): number => Math.round((60 * percent) / 100);

/** What a page begins with, answered by the calls themselves. */
export const start = room('start', calls, {
  handlers: {
    async page(ctx) {
      const { input, app, request } = ctx;
      const replies = new Replies(request);
      const caller = await app.sessions.find(request.cookies[app.sessions.cookieName]);
      // One answer stands for a dozen calls, some of which search.
      if (caller) app.rateLimit.count(`start.page|${caller.uid}`, pagesAMinute(app.settings.ratePercent), 60_000);
      if (input.page === 'login' || !caller)
        await Promise.all([replies.fetch(login.logo, {}), replies.fetch(login.config, {})]);
      else await ofSignedIn(ctx, replies, caller);
      return replies.list;
    },
  },
});

/** Makes other calls for the person who asks, each with its own checks, and keeps what they reply. */
class Replies {
  readonly list: Output<typeof calls.page> = [];
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  /** The data of a call's reply; null when it was refused: then the page asks by itself, and says so. */
  async fetch<C extends Call>(call: C, input: Input<C>): Promise<Output<C> | null> {
    const { server, headers, cookies, ip } = this.#request;
    const fields = input as Record<string, string | number | boolean>;
    const isGet = call.method === 'GET';
    const { statusCode, body } = await server.inject({
      method: call.method,
      url: call.path,
      remoteAddress: ip,
      headers: { cookie: headers.cookie ?? '', ...(!isGet && { 'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '' }) },
      ...(isGet ? { query: fields as Record<string, string> } : { payload: fields }),
    });
    if (statusCode !== 200) return null;
    this.list.push({ key: callKey(call.path, fields), body });
    return (JSON.parse(body) as { data: Output<C> }).data;
  }
}

async function ofSignedIn(
  { input: { page, wide = false, search = '', used = '' }, app }: CallContext<typeof calls.page>,
  replies: Replies,
  caller: Caller,
): Promise<void> {
  const chosen = readUrlSelection(Object.fromEntries(new URLSearchParams(search)));
  const talk = page === 'chat' ? partsOfChat(chosen, wide) : null;
  const isCascading = talk?.contacts || ofDiscipline.includes(page);
  const isToday = page === 'today';
  const more: Promise<unknown>[] = [
    replies.fetch(login.config, {}),
    replies.fetch(apps.settings, { role: caller.role }),
    ...(caller.role === 1 ? [replies.fetch(apps.empty, {})] : []),
    ...(wide && isCascading ? [replies.fetch(discipline.years, {})] : []),
    ...(talk?.inbox ? [replies.fetch(chat.conversations, {})] : []),
    ...(talk?.contacts && chosen.c === undefined ? [replies.fetch(chat.offices, {})] : []),
    ...(page === 'apps' || (isToday && !wide) ? [replies.fetch(apps.links, {})] : []),
    // The rail of wide screens counts a clerk's orders on every page.
    ...(page === 'apps' || (wide ? caller.permissions.includes('orders') : isToday)
      ? [replies.fetch(apps.badges, {})]
      : []),
    ...(page === 'news' || (isToday && wide) ? [replies.fetch(news.data, { page: 1 })] : []),
    ...(page === 'notices' || isToday ? [replies.fetch(notices.list, {})] : []),
    ...(isToday ? [replies.fetch(chat.conversations, { unread: true }), ofWork(caller, replies)] : []),
  ];
  const cascade = new Cascade(replies, caller, chosen);
  const hasTimetable = isCascading || withTimetable.includes(page);
  // The bar of wide screens tells the week of the term.
  const term = wide || hasTimetable ? await cascade.term() : null;
  if (term && !hasTimetable) more.push(cascade.span(term));
  if (term && isToday) more.push(cascade.disciplines(term), cascade.filled(term));
  if (term && hasTimetable) {
    const timetable = cascade.timetable(term);
    more.push(timetable);
    if (page === 'd') more.push(cascade.overview(term));
    if (isCascading)
      await cascade.follow(term, {
        timetable,
        now: universityNow(app.settings.timeZone),
        used: usedOf(used),
        withPeople: talk !== null || page === 'd',
        withFigures: page === 'd',
      });
  }
  await Promise.all(more);
}

/** What the day of a student, or of who holds a permission, begins with beside the classes. */
async function ofWork({ role, permissions }: Caller, replies: Replies): Promise<void> {
  const has = (permission: Permission) => permissions.includes(permission);
  await Promise.all([
    ...(role === 2 ? [replies.fetch(registration.unfinished, {})] : []),
    ...(has('accounts') ? [replies.fetch(accounts.overview, {})] : []),
    ...(has('orders')
      ? [
          replies.fetch(singlewindow.figures, {}),
          replies.fetch(singlewindow.queue, { status: 'waiting' }),
          replies.fetch(singlewindow.queue, { status: 'prepared', isHanded: false, isLying: true }),
          replies.fetch(chat.conversations, {}),
        ]
      : []),
    ...(has('registration') ? [replies.fetch(registration.officeFigures, {})] : []),
    ...(has('news') ? [replies.fetch(news.own, {})] : []),
  ]);
}

/**
 * What of the chat stands at once: the inbox, unless a phone shows a conversation; in its place the contacts of a
 * discipline that the address names without one. An address that does not say all of a conversation needs them too.
 */
function partsOfChat({ year, ws, d, g, c, o }: UrlSelection, wide: boolean): { inbox: boolean; contacts: boolean } {
  if (o !== undefined) return { inbox: wide, contacts: false };
  if (c === undefined) return { inbox: d === undefined, contacts: d !== undefined };
  const isWhole = [year, ws, d, c === groupChatId ? g : c].every((one) => one !== undefined);
  return { inbox: wide, contacts: !isWhole };
}

/** The university's day and time at this moment; a statement more at every opening would be dear for it. */
function universityNow(timeZone: string): UniversityTime {
  const [day = '', time = ''] = now().toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, time: time.slice(0, 5) };
}

/** What the browser says was used last; anything else that it says is nothing. */
function usedOf(text: string): LastUsed | null {
  try {
    const used = JSON.parse(text) as LastUsed | null;
    return typeof used === 'object' && used !== null && typeof used.d === 'string' ? used : null;
  } catch {
    return null;
  }
}

interface Term {
  readonly year: number;
  readonly ws: number;
}

/** The cascade of term, disciplines, semesters, groups and people, followed as the page follows it. */
class Cascade {
  readonly #replies: Replies;
  readonly #caller: Caller;
  readonly #chosen: UrlSelection;

  constructor(replies: Replies, caller: Caller, chosen: UrlSelection) {
    this.#replies = replies;
    this.#caller = caller;
    this.#chosen = chosen;
  }

  get #isTeacher(): boolean {
    return this.#caller.role === 1;
  }

  /** Year and term that are looked at. */
  async term(): Promise<Term | null> {
    const [terms, years] = await Promise.all([
      this.#replies.fetch(discipline.currentTerm, {}),
      this.#replies.fetch(discipline.currentYear, {}),
    ]);
    const year = this.#chosen.year ?? years?.[0]?.id_a_year;
    const ws = this.#chosen.ws ?? terms?.[0]?.id_ws;
    return year === undefined || ws === undefined ? null : { year, ws };
  }

  /** What opens in place of a term in which the person has nothing; null when the address names one, or there is none. */
  async #lastTerm(term: Term): Promise<Term | null> {
    if (this.#chosen.year !== undefined || this.#chosen.ws !== undefined) return null;
    const [last] = (await this.#replies.fetch(discipline.lastTerm, {})) ?? [];
    const isOther = last && (last.id_a_year !== term.year || last.id_ws !== term.ws);
    return isOther ? { year: last.id_a_year, ws: last.id_ws } : null;
  }

  async timetable(term: Term): Promise<Timetable | undefined> {
    const [week, span] = await Promise.all([
      this.#replies.fetch(this.#isTeacher ? schedule.teacher : schedule.student, term),
      this.span(term),
    ]);
    return week ? { week, term: span?.[0] ?? null } : undefined;
  }

  /** First and last day of the term. */
  span(term: Term) {
    return this.#replies.fetch(schedule.term, term);
  }

  disciplines(term: Term) {
    return this.#replies.fetch(this.#isTeacher ? discipline.list : discipline.listForStudent, term);
  }

  /** What a teacher has entered of the last days' classes. */
  async filled({ year, ws }: Term): Promise<void> {
    if (this.#isTeacher) await this.#replies.fetch(journal.filled, { id_a_year: year, id_ws: ws });
  }

  /** How a student's journals of the term stand. */
  async overview({ year, ws }: Term): Promise<void> {
    if (!this.#isTeacher) await this.#replies.fetch(journal.overview, { id_a_year: year, id_ws: ws });
  }

  /** How a teacher's groups of a discipline stand. */
  #figures({ year, ws }: Term, { id, isSelect, kredit }: ListedCourse) {
    const course = { id_discipline: id, isPotok: isSelect, credits: kredit };
    return this.#replies.fetch(journal.figures, { id_a_year: year, id_ws: ws, ...course });
  }

  /** Asks for the lists of the discipline that the page will show, one after the other. */
  async follow(
    term: Term,
    by: {
      timetable: Promise<Timetable | undefined>;
      now: { day: string; time: string };
      used: LastUsed | null;
      withPeople: boolean;
      withFigures: boolean;
    },
  ): Promise<void> {
    const isTeacher = this.#isTeacher;
    const disciplines = await this.disciplines(term);
    if (disciplines?.length === 0) {
      const last = await this.#lastTerm(term);
      return last ? await this.follow(last, by) : undefined;
    }
    const chosen = this.#openedWith(term, disciplines ?? [], { ...by, timetable: await by.timetable });
    const shown =
      disciplines?.find((one) => disciplineKey(one) === chosen.d) ?? lowestSelection(disciplines ?? undefined);
    if (!shown) return;
    if (by.withFigures && isTeacher) await this.#figures(term, shown);
    const ofCourse = { ...term, id_discipline: shown.id, isSelect: shown.isSelect, kredit: shown.kredit };
    const semesters = await this.#replies.fetch(
      isTeacher ? discipline.semesters : discipline.semestersForStudent,
      ofCourse,
    );
    const semester = pickSelection(semesters, (one) => one.id_semester === chosen.sem);
    if (!semester) return;
    const ofSemester = { ...ofCourse, id_semester: semester.id_semester };
    const groups = await this.#replies.fetch(isTeacher ? discipline.groups : discipline.groupsForStudent, ofSemester);
    const group = pickSelection(groups, (one) => one.id_group === chosen.g);
    if (!group || !by.withPeople) return;
    const ofGroup = { ...ofSemester, id_group: group.id_group };
    await this.#replies.fetch(isTeacher ? discipline.students : discipline.teachers, ofGroup);
  }

  #openedWith(
    term: Term,
    disciplines: readonly { id: number; isSelect: boolean; kredit: number }[],
    {
      timetable,
      now,
      used,
    }: { timetable: Timetable | undefined; now: { day: string; time: string }; used: LastUsed | null },
  ): UrlSelection {
    if (this.#chosen.d !== undefined) return this.#chosen;
    const opening = findInitialSelection({
      timetable,
      now,
      looker: { teacher: this.#isTeacher, group: this.#caller.groupId },
      looked: this.#chosen,
      used: used?.year === term.year && used.ws === term.ws ? used : null,
      has: (d) => disciplines.some((one) => disciplineKey(one) === d),
    });
    return { ...opening?.chosen, ...this.#chosen };
  }
}
