import { apps } from '@bilim/contract/apps.ts';
import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { type Chosen, readChosen } from '@bilim/contract/chosen.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { login } from '@bilim/contract/login.ts';
import { news } from '@bilim/contract/news.ts';
import { disciplineKey, findOpening, lowest, pick, type Used } from '@bilim/contract/opening.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import { start as calls } from '@bilim/contract/start.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import type { Now, Timetable } from '@bilim/contract/timetable.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/session.ts';
import { type Ask, room } from '../../call/room.ts';

/** Pages that show something of one discipline, on the phone too. */
const ofDiscipline = ['chat', 'journal', 'umk'];
/** Pages that show the timetable. */
const withTimetable = ['apps', 'schedule', ...ofDiscipline];

/** What a page begins with, answered by the calls themselves. */
export const start = room('start', calls, {
  handlers: {
    async page(ask) {
      const { input, house, request } = ask;
      const replies = new Replies(request);
      const caller = await house.sessions.find(request.cookies[house.sessions.cookieName]);
      if (input.page === 'login' || !caller)
        await Promise.all([replies.ask(login.logo, {}), replies.ask(login.config, {})]);
      else await ofSignedIn(ask, replies, caller);
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
  async ask<C extends Call>(call: C, input: Input<C>): Promise<Output<C> | null> {
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
  { input: { page, wide = false, search = '', used = '' }, house }: Ask<typeof calls.page>,
  replies: Replies,
  caller: Caller,
): Promise<void> {
  const chosen = readChosen(Object.fromEntries(new URLSearchParams(search)));
  const isCascading = wide || ofDiscipline.includes(page);
  const more = [
    replies.ask(login.config, {}),
    replies.ask(apps.settings, { role: caller.role }),
    ...(wide ? [replies.ask(discipline.years, {})] : []),
    ...(page === 'apps' ? [replies.ask(apps.badges, {}), replies.ask(apps.links, {})] : []),
    ...(page === 'news' ? [replies.ask(news.data, { page: 1 })] : []),
  ];
  if (isCascading || withTimetable.includes(page)) {
    const cascade = new Cascade(replies, caller, chosen);
    const term = await cascade.term();
    if (term) {
      const timetable = cascade.timetable(term);
      if (isCascading)
        await cascade.follow(term, {
          timetable,
          now: universityNow(house.settings.timeZone),
          used: usedOf(used),
          withPeople: wide || page === 'chat',
        });
      await timetable;
    }
  }
  await Promise.all(more);
}

/** The university's day and time at this moment; a statement more at every opening would be dear for it. */
function universityNow(timeZone: string): Now {
  const [day = '', time = ''] = new Date().toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, time: time.slice(0, 5) };
}

/** What the browser says was used last; anything else that it says is nothing. */
function usedOf(text: string): Used | null {
  try {
    const used = JSON.parse(text) as Used | null;
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
  readonly #chosen: Chosen;

  constructor(replies: Replies, caller: Caller, chosen: Chosen) {
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
      this.#replies.ask(discipline.currentTerm, {}),
      this.#replies.ask(discipline.currentYear, {}),
    ]);
    const year = this.#chosen.year ?? years?.[0]?.id_a_year;
    const ws = this.#chosen.ws ?? terms?.[0]?.id_ws;
    return year === undefined || ws === undefined ? null : { year, ws };
  }

  async timetable(term: Term): Promise<Timetable | undefined> {
    const [week, span] = await Promise.all([
      this.#replies.ask(this.#isTeacher ? schedule.teacher : schedule.student, term),
      this.#replies.ask(schedule.term, term),
    ]);
    return week ? { week, term: span?.[0] ?? null } : undefined;
  }

  /** Asks for the lists of the discipline that the page will show, one after the other. */
  async follow(
    term: Term,
    by: {
      timetable: Promise<Timetable | undefined>;
      now: { day: string; time: string };
      used: Used | null;
      withPeople: boolean;
    },
  ): Promise<void> {
    const isTeacher = this.#isTeacher;
    const disciplines = await this.#replies.ask(isTeacher ? discipline.list : discipline.listForStudent, term);
    const chosen = this.#openedWith(term, disciplines ?? [], { ...by, timetable: await by.timetable });
    const shown = disciplines?.find((one) => disciplineKey(one) === chosen.d) ?? lowest(disciplines ?? undefined);
    if (!shown) return;
    const ofCourse = { ...term, id_discipline: shown.id, isSelect: shown.isSelect, kredit: shown.kredit };
    const semesters = await this.#replies.ask(
      isTeacher ? discipline.semesters : discipline.semestersForStudent,
      ofCourse,
    );
    const semester = pick(semesters, (one) => one.id_semester === chosen.sem);
    if (!semester) return;
    const ofSemester = { ...ofCourse, id_semester: semester.id_semester };
    const groups = await this.#replies.ask(isTeacher ? discipline.groups : discipline.groupsForStudent, ofSemester);
    const group = pick(groups, (one) => one.id_group === chosen.g);
    if (!group || !by.withPeople) return;
    const ofGroup = { ...ofSemester, id_group: group.id_group };
    await this.#replies.ask(isTeacher ? discipline.students : discipline.teachers, ofGroup);
  }

  #openedWith(
    term: Term,
    disciplines: readonly { id: number; isSelect: boolean; kredit: number }[],
    {
      timetable,
      now,
      used,
    }: { timetable: Timetable | undefined; now: { day: string; time: string }; used: Used | null },
  ): Chosen {
    if (this.#chosen.d !== undefined) return this.#chosen;
    const opening = findOpening({
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
