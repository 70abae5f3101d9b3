import { setTimeout as wait } from 'node:timers/promises';
import type { Call, CallArguments, Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { RoomChange } from '@bilim/contract/live.ts';
import { passwords } from '../server/test/test-client.ts';
import { busyRetryDelayMs } from '../web/src/core/failure.ts';
import { SoakBrowser } from './soak-day.browser.ts';
import type { VisitorFacts } from './soak-day.facts.ts';

const { login, news, chat, discipline, journal, library, registration, schedule, singlewindow, umk } = callsByRoom;

/** One call as it went: what it was, when it began, how long it took (ms), and what was wrong with its answer. */
export interface CallRecord {
  readonly kind: string;
  readonly at: number;
  readonly ms: number;
  readonly wrong: string | null;
}

/** What a day is made of, and where it is written down. */
export interface SoakDay {
  readonly base: string;
  readonly stop: AbortSignal;
  readonly records: CallRecord[];
  /** The registration is open; nobody tries before. */
  readonly open: AbortSignal;
  /** How often somebody was asked to come again later, and how often a stream was full. */
  later: number;
  full: number;
  lines: number;
}

/** Milliseconds between two things that one person does: a student reads, a teacher goes down a list. */
const pauses = { 1: [4_000, 8_000], 2: [8_000, 16_000] } as const;

/** How often a call that was sent away comes again. */
const maxAttempts = 6;

/** Milliseconds in which everybody who waited for the registration is there. */
const opening = 3_000;

const between = (least: number, most: number) => least + Math.random() * (most - least);

/** Somebody with a browser: signs in, hangs on the live line, and does now this and now that until the day ends. */
export class SimulatedPerson {
  readonly #day: SoakDay;
  readonly #who: VisitorFacts;
  readonly #browser: SoakBrowser;
  /** The room on the screen, and what is being read again because others changed something. */
  #room = 'news';
  readonly #renewing = new Map<string, { again: boolean }>();
  #revision = 0;
  #ordered = false;
  readonly #printed = new Set<number>();
  #wantsSeat: boolean;

  constructor(day: SoakDay, who: VisitorFacts) {
    this.#day = day;
    this.#who = who;
    this.#browser = new SoakBrowser(day.base);
    this.#wantsSeat = who.seat !== null;
  }

  /** The whole day of this person, from the sign-in on. */
  async live(): Promise<void> {
    const { stop } = this.#day;
    const records = await this.#timed('sign in', async () => {
      const { status } = await this.#browser.signIn(this.#who.login, passwords.student);
      return status === 200 ? null : `${status} sign in`;
    });
    if (!records) return;
    void this.#hangOn();
    await this.#openShell();
    const [least, most] = pauses[this.#who.role];
    const actions = this.#who.role === 1 ? teaching : studying;
    while (!stop.aborted) {
      await this.#rest(between(least, most));
      if (stop.aborted) return;
      if (this.#wantsSeat && this.#day.open.aborted) await this.#register();
      else await actions[Math.floor(Math.random() * actions.length)]?.(this);
    }
  }

  /** Who wants a seat is there within seconds when the registration opens. */
  async #rest(ms: number): Promise<void> {
    const { stop, open } = this.#day;
    const woken = this.#wantsSeat && !open.aborted;
    await wait(ms, null, { signal: woken ? AbortSignal.any([stop, open]) : stop }).catch(() => undefined);
    if (woken && open.aborted && !stop.aborted)
      await wait(between(0, opening), null, { signal: stop }).catch(() => undefined);
  }

  /** Makes a call and writes down how it went; sent away, it comes again as the pages do. Null when it was refused. */
  async ask<C extends Call>(kind: string, call: C, ...[input]: CallArguments<C>): Promise<Output<C> | null> {
    const key = call.idempotent ? crypto.randomUUID() : null;
    let data: Output<C> | null = null;
    await this.#timed(kind, async () => {
      for (let tries = 0; ; tries++) {
        const { status, json } = await this.#browser.ask(call, input ?? {}, key);
        if (status === 503 && tries < maxAttempts && json().error?.code === 'call.unavailable') {
          this.#day.later++;
          await wait(busyRetryDelayMs(tries));
          continue;
        }
        if (status !== 200) return `${status} ${json().error?.code} ${call.path}`;
        if (!call.raw) data = json().data as Output<C>;
        return null;
      }
    });
    return data;
  }

  async #timed(kind: string, work: () => Promise<string | null>): Promise<boolean> {
    const at = performance.now();
    const wrong = await work().catch((failure: Error) => `${failure.message} (${failure.cause}) ${kind}`);
    if (this.#day.stop.aborted) return false;
    this.#day.records.push({ kind, at, ms: performance.now() - at, wrong });
    return wrong === null;
  }

  get #term() {
    return { year: this.#who.course.year, ws: this.#who.course.term };
  }

  /** The conversation of the group. */
  get #talk() {
    const { group, discipline: id_discipline, credits } = this.#who.course;
    return { ...this.#term, id_discipline, kredit: credits, IsSelect: false, gr_potok: group };
  }

  get #journal() {
    const { year, semester, group, discipline: id_discipline, credits, classType } = this.#who.course;
    const of = { id_a_year: year, id_semesterOrWs: semester, isPotok: false, id_groupOrPorok: group };
    return { ...of, id_discipline, credits, id_vid_zaniatiy: classType };
  }

  /** What the first page asks for. */
  async #openShell(): Promise<void> {
    const isTeacher = this.#who.role === 1;
    await Promise.all([
      this.ask('shell', login.config),
      this.ask('shell', discipline.currentYear),
      this.ask('shell', discipline.currentTerm),
      this.ask('shell', chat.unreadContacts),
      this.ask('news', news.data, { page: 1 }),
      this.ask('timetable', isTeacher ? schedule.teacher : schedule.student, this.#term),
    ]);
  }

  /** The live line, until the day ends; a line that breaks is a fault. */
  async #hangOn(): Promise<void> {
    const { stop, records } = this.#day;
    try {
      const line = await this.#browser.listen(stop);
      this.#day.lines++;
      let text = '';
      for await (const chunk of line) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^event: changed\ndata: (.*)$/m.exec(block)?.[1];
          if (data !== undefined) this.#onChange(JSON.parse(data) as RoomChange);
        }
      }
      throw new Error('the live line ended');
    } catch (failure) {
      if (!stop.aborted) records.push({ kind: 'live line', at: performance.now(), ms: 0, wrong: String(failure) });
    }
  }

  /** What is on the screen is read again, as the pages do. */
  #onChange({ room, key }: RoomChange): void {
    if (room === 'chat') {
      this.#renew('unread', () => this.ask('unread', chat.unreadContacts));
      if (this.#room === 'chat') this.#renew('chat', () => this.#changes());
    }
    if (room === 'news' && this.#room === 'news') this.#renew('news', () => this.ask('news', news.data, { page: 1 }));
    if (room === 'singlewindow' && this.#who.role === 2) this.#renew('orders', () => this.#orders());
    if (room === 'journal' && this.#room === 'journal') this.#renew('journal', () => this.journal());
    const isShown = key === null || key.split(',').includes(String(this.#who.seat?.id_discipline));
    if (room === 'seats' && this.#room === 'registration' && isShown)
      this.#renew('seats', async () => {
        await wait(Math.random() * 800);
        await this.#seats();
      });
  }

  /** At most one reading of a kind at a time, and one more for all that came meanwhile. */
  #renew(what: string, read: () => Promise<unknown>): void {
    const running = this.#renewing.get(what);
    if (running) {
      running.again = true;
      return;
    }
    const mine = { again: false };
    this.#renewing.set(what, mine);
    void read().then(() => {
      this.#renewing.delete(what);
      if (mine.again) this.#renew(what, read);
    });
  }

  async #changes(): Promise<void> {
    const found = await this.ask('chat: changes', chat.sync, {
      ...this.#talk,
      revision: this.#revision,
      id_top_message: 0,
    });
    this.#revision = found?.[0]?.revision ?? this.#revision;
  }

  async news(): Promise<void> {
    this.#room = 'news';
    await this.ask('news', news.data, { page: Math.random() < 0.8 ? 1 : 2 });
  }

  async chat(): Promise<void> {
    this.#room = 'chat';
    const opened = await this.ask('chat: open', chat.groupMessages, this.#talk);
    this.#revision = opened?.revision ?? 0;
    if (opened?.unreades_total) await this.ask('chat: read', chat.readAll, this.#talk);
  }

  async write(): Promise<void> {
    await this.chat();
    const { year, ws: semester, id_discipline, kredit, gr_potok } = this.#talk;
    await this.ask('chat: send', chat.insert, {
      ...{ year, semester, discipline: id_discipline, kredit, isSelect: false, currentContactId: -1 },
      ...{ group_subgroup: gr_potok, message: 'Во сколько завтра начинаем, и в какой аудитории?' },
    });
  }

  async journal(): Promise<void> {
    this.#room = 'journal';
    if (this.#who.role === 1) await this.ask('journal: table', journal.table, this.#journal);
    else await this.ask('journal: own', journal.own, this.#journal);
  }

  async mark(): Promise<void> {
    this.#room = 'journal';
    const { days, students } = this.#who.course;
    const one = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;
    await this.ask('journal: entry', journal.mark, {
      ...{ ...this.#journal, visitDate: one(days), timesCount: 1, id_student: one(students) },
      ...{ isVisited: true, id_otsenka: 1 + Math.floor(Math.random() * 5) },
    });
  }

  async timetable(): Promise<void> {
    this.#room = 'schedule';
    await this.ask('timetable', this.#who.role === 1 ? schedule.teacher : schedule.student, this.#term);
  }

  async disciplines(): Promise<void> {
    await this.ask('disciplines', this.#who.role === 1 ? discipline.list : discipline.listForStudent, this.#term);
  }

  async materials(): Promise<void> {
    this.#room = 'umk';
    const { discipline: id_discipline, semester: id_semester, group: id_group, credits, teacher } = this.#who.course;
    await this.ask('materials', umk.listForStudent, {
      ...{ id_discipline, id_semester, id_group, kredits: credits, isSelect: false, id_teacher: teacher },
    });
  }

  async books(): Promise<void> {
    this.#room = 'library';
    const shelves = await this.ask('library', library.categories);
    const [shelf] = shelves ?? [];
    if (shelf) await this.ask('library', library.list, { id_bookCategory: shelf.id_bookCategory });
  }

  /** Orders a certificate once; later looks at how it is getting on. */
  async order(): Promise<void> {
    this.#room = 'singlewindow';
    if (this.#ordered) return await this.#orders();
    this.#ordered = true;
    const [documents, regions] = await Promise.all([
      this.ask('orders', singlewindow.documents),
      this.ask('orders', singlewindow.regions),
    ]);
    const [document, region] = [documents?.[0], regions?.[0]];
    if (!region) return;
    const districts = await this.ask('orders', singlewindow.districts, { id_oblast: region.id_oblast });
    const [district] = districts ?? [];
    if (document && district) await this.ask('order', singlewindow.save, { ...document, ...region, ...district });
  }

  async #orders(): Promise<void> {
    const orders = await this.ask('orders', singlewindow.orders);
    for (const { id_okno_zakaz, status, isCertificate } of orders ?? []) {
      if (status !== 'prepared' || !isCertificate || this.#printed.has(id_okno_zakaz)) continue;
      this.#printed.add(id_okno_zakaz);
      await this.ask('certificate', singlewindow.certificate, { id_okno_zakaz });
    }
  }

  async #seats(): Promise<void> {
    if (this.#who.seat) await this.ask('rush: streams', registration.streams, this.#who.seat);
  }

  /** Looks at the plan and takes a seat; sent away, comes again with the same wish until there is an answer. */
  async #register(): Promise<void> {
    const { seat } = this.#who;
    if (!seat) return;
    this.#wantsSeat = false;
    this.#room = 'registration';
    const { id_a_year, id_semester } = seat;
    await this.ask('rush: plan', registration.list, { id_a_year, id_semester });
    await this.#seats();
    const key = crypto.randomUUID();
    for (let sentAway = true; sentAway && !this.#day.stop.aborted; ) {
      sentAway = false;
      await this.#timed('rush: save', async () => {
        const input = { ...seat, isByPlan: true, id_disciplineForStudent: -1 };
        const { status, headers, json } = await this.#browser.ask(registration.save, input, key);
        const code = status === 200 ? null : json().error?.code;
        sentAway = status === 503 && headers['retry-after'] !== undefined;
        if (sentAway) this.#day.later++;
        else if (code === 'registration.full') this.#day.full++;
        else if (status !== 200) return `${status} ${code} ${registration.save.path}`;
        return null;
      });
      if (sentAway) await wait(between(500, 1_000));
    }
    // The streams are closed with the answer.
    this.#room = 'plan';
    await this.ask('rush: plan', registration.list, { id_a_year, id_semester });
  }
}

type SimulatedAction = (guest: SimulatedPerson) => Promise<void>;
const often = (times: number, action: SimulatedAction): SimulatedAction[] =>
  Array.from({ length: times }, () => action);

/** What students do, each as often as it stands here; and what teachers do. */
const studying: readonly SimulatedAction[] = [
  ...often(18, (guest) => guest.news()),
  ...often(17, (guest) => guest.chat()),
  ...often(1, (guest) => guest.write()),
  ...often(19, (guest) => guest.journal()),
  ...often(19, (guest) => guest.timetable()),
  ...often(8, (guest) => guest.disciplines()),
  ...often(8, (guest) => guest.materials()),
  ...often(5, (guest) => guest.books()),
  ...often(5, (guest) => guest.order()),
];
const teaching: readonly SimulatedAction[] = [
  ...often(65, (guest) => guest.mark()),
  ...often(15, (guest) => guest.journal()),
  ...often(8, (guest) => guest.chat()),
  ...often(3, (guest) => guest.write()),
  ...often(4, (guest) => guest.disciplines()),
  ...often(5, (guest) => guest.timetable()),
];
