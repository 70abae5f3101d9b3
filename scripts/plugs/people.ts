import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { limits } from '@bilim/contract/limits.ts';
import { type CallOptions, passwords, TestClient } from '../../server/test/test-client.ts';
import { busyRetryDelayMs } from '../../web/src/core/failure.ts';
import type { VisitorFacts } from '../soak-day.facts.ts';
import {
  type ConversationRead,
  type History,
  type MessageWrite,
  type Outcome,
  type ValueRead,
  type ValueWrite,
  writeKinds,
} from './history.ts';

const { chat, journal, registration } = callsByRoom;

/** Milliseconds that somebody waits for an answer before they ask again. */
const answerTimeoutMs = 8_000;
/** Milliseconds between two things that one person does: ten machines share two processors, which other work may want too. */
const pauses = { mark: 1_000, write: 1_500, seat: 4_000 };
/** A teacher marks so many students, again and again, each in a tab of their own: one that waits does not hold up the others. */
const studentsMarked = 5;
/** One of so many who write hands in a file with each message: those who wait for the store hold up nobody else. */
const filesEvery = 3;
const fileText = (text: string) => text.repeat(100);

/** A refusal of the streams that is no fault: another person was there first. */
const isFull = 'registration.full';

/** A client that gives up waiting for an answer. */
class TimeoutClient extends TestClient {
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return super.fetch(path, { ...init, signal: AbortSignal.timeout(answerTimeoutMs) });
  }
}

type Answer<C extends Call> = { outcome: 'yes'; data: Output<C> } | { outcome: Exclude<Outcome, 'yes'>; data: null };

/** People who write and read by HTTP alone, and write down what they asked for and what was answered. */
export class SimulatedUsers {
  readonly #base: string;
  readonly #visitors: readonly VisitorFacts[];
  readonly #clients = new Map<string, TestClient>();
  readonly #stop = new AbortController();
  /** Ended when nobody asks again. */
  #given = new AbortController();
  readonly #work: Promise<void>[] = [];
  readonly #begun = performance.now();
  readonly #messageWrites: MessageWrite[] = [];
  readonly #valueWrites: ValueWrite[] = [];
  readonly #conversationReads: ConversationRead[] = [];
  readonly #valueReads: ValueRead[] = [];
  readonly #unexplained: string[] = [];
  readonly #files: { login: string; id: number; text: string }[] = [];
  /** Answers by their words, for whoever reads the log. */
  readonly answers = new Map<string, number>();

  constructor(base: string, visitors: readonly VisitorFacts[]) {
    this.#base = base;
    this.#visitors = visitors;
  }

  /** Milliseconds since the people were made. */
  get now(): number {
    return performance.now() - this.#begun;
  }

  get history(): History {
    return {
      ...{
        messageWrites: this.#messageWrites,
        valueWrites: this.#valueWrites,
        conversationReads: this.#conversationReads,
      },
      ...{ valueReads: this.#valueReads, unexplained: this.#unexplained },
    };
  }

  /** Signs everybody in, and finds out how many seats there are for them. */
  async signIn(): Promise<Map<string, number>> {
    const seats = new Map<string, number>();
    for (const { login, seat } of this.#visitors) {
      const client = new TimeoutClient(this.#base);
      const { status, text } = await client.signIn(login, passwords.student);
      if (status !== 200) throw new Error(`${login} could not sign in: ${status} ${text}`);
      this.#clients.set(login, client);
      if (!seat || seats.has(String(seat.subgroup))) continue;
      const streams = await client.get(registration.streams, seat);
      const stream = streams.find(({ subgroup }) => subgroup === seat.subgroup);
      if (stream) seats.set(String(seat.subgroup), stream.free);
    }
    return seats;
  }

  begin(): void {
    let writers = 0;
    for (const [at, visitor] of this.#visitors.entries()) {
      if (visitor.role === 1)
        for (const student of visitor.course.students.slice(0, studentsMarked))
          this.#repeat(pauses.mark, (turn) => this.#mark(visitor, student, turn));
      else if (visitor.seat && at % 4 !== 0) this.#repeat(pauses.seat, () => this.#takeSeat(visitor));
      else {
        const kind = writers++ % filesEvery === 0 ? 'file' : 'message';
        this.#repeat(pauses.write, () => this.#write(visitor, kind));
      }
    }
  }

  /** Whether each kind of write was asked for and acknowledged since a moment. */
  hasWritten(since: number): boolean {
    const isDone = ({ outcome, from }: MessageWrite | ValueWrite) => outcome === 'yes' && from >= since;
    const done = new Set([...this.#messageWrites, ...this.#valueWrites].filter(isDone).map(({ kind }) => kind));
    return writeKinds.every((kind) => done.has(kind));
  }

  /** Lets everybody finish what they have begun, for so many milliseconds. */
  async end(within: number): Promise<void> {
    this.#stop.abort();
    await this.#giveUpAfter(within, () => Promise.all(this.#work));
  }

  /** Reads callsByRoom that was written, when nobody writes any more. */
  async readAll(within: number): Promise<void> {
    await this.#giveUpAfter(within, async () => {
      for (const visitor of this.#visitors) {
        if (visitor.seat) await this.#readSeat(visitor, true);
        if (visitor.role === 1) await this.#readMarks(visitor, visitor.course.students.slice(0, studentsMarked), true);
      }
      const oneOfEach = new Map(this.#visitors.map((visitor) => [this.#conversation(visitor).name, visitor]));
      for (const visitor of oneOfEach.values()) await this.#readTalk(visitor);
      for (const file of this.#files) await this.#readFile(file);
    });
  }

  async #giveUpAfter(within: number, work: () => Promise<unknown>): Promise<void> {
    const given = new AbortController();
    this.#given = given;
    const late = setTimeout(() => given.abort(), within);
    await work();
    clearTimeout(late);
  }

  #repeat(pause: number, work: (turn: number) => Promise<void>): void {
    const go = async () => {
      for (let turn = 0; !this.#stop.signal.aborted; turn++) {
        await work(turn).catch((failure: Error) => this.#unexplained.push(`${failure.message}`));
        await wait(pause);
      }
    };
    this.#work.push(go());
  }

  /** Asks until there is an answer for good, under the same key, with pauses as the pages make them. */
  async #ask<C extends Call>(login: string, call: C, input: Input<C>, along: CallOptions = {}): Promise<Answer<C>> {
    const client = this.#clients.get(login);
    if (!client) throw new Error(`${login} has not signed in`);
    for (let tries = 0; !this.#given.signal.aborted; tries++) {
      const answer = await client.ask(call, input, along).catch((failure: Error) => failure);
      if (answer instanceof Error) this.#count(`no answer: ${failureName(answer)}`);
      else {
        const code = answer.error?.code ?? '';
        this.#count(`${answer.status} ${code}`.trim());
        if (answer.status === 200) return { outcome: 'yes', data: answer.data };
        if (code === isFull) return { outcome: 'no', data: null };
        if (answer.status < 500 && code !== 'call.stillRunning') {
          this.#unexplained.push(`${answer.status} ${code} ${call.path}`);
          return { outcome: 'unknown', data: null };
        }
      }
      await wait(busyRetryDelayMs(tries));
    }
    return { outcome: 'unknown', data: null };
  }

  #count(text: string): void {
    this.answers.set(text, (this.answers.get(text) ?? 0) + 1);
  }

  /** The conversation of the group. */
  #conversation({ course }: VisitorFacts) {
    const { year, term: ws, group, discipline: id_discipline, credits: kredit } = course;
    return { name: `${group}/${id_discipline}`, of: { year, ws, id_discipline, kredit }, group };
  }

  async #write(visitor: VisitorFacts, kind: MessageWrite['kind']): Promise<void> {
    const { login } = visitor;
    const { name: conversation, of, group } = this.#conversation(visitor);
    const text = crypto.randomUUID();
    const files = kind === 'file' ? [{ name: `${text}.txt`, content: fileText(text) }] : [];
    const from = this.now;
    const { year, ws: semester, id_discipline: discipline, kredit } = of;
    const { outcome, data } = await this.#ask(
      login,
      chat.insert,
      {
        ...{ year, semester, discipline, kredit, isSelect: false },
        ...{ currentContactId: -1, IsGroupChat: true, group_subgroup: group, message: text },
      },
      { key: crypto.randomUUID(), files },
    );
    const position = data?.[0]?.id_message ?? null;
    this.#messageWrites.push({ kind, conversation, text, person: login, from, to: this.now, outcome, position });
    if (position === null) return;
    for (const { id } of data?.[0]?.files ?? []) {
      const file = { login, id, text };
      this.#files.push(file);
      await this.#readFile(file);
    }
    await this.#readNew(visitor, position - 1, false);
  }

  /** What stands behind a message; whether more may follow. */
  async #readNew(visitor: VisitorFacts, after: number, isQuiet: boolean) {
    const { name: conversation, of, group } = this.#conversation(visitor);
    const from = this.now;
    const input = { ...of, IsSelect: false, gr_potok: group, id_last_message: after };
    const { data } = await this.#ask(visitor.login, chat.new, input);
    if (!data) this.#unexplained.push(`${chat.new.path} could not be read`);
    // Other messages were there before.
    const ours = (data ?? []).map(({ message: text, id_message: position }) => ({ text, position }));
    const found = ours.filter(({ text }) => /^[\da-f-]{36}$/.test(text));
    const isFullPage = ours.length >= limits.chatPageSize;
    if (data && !isQuiet)
      this.#conversationReads.push({
        ...{ conversation, after, person: visitor.login, from, to: this.now, found },
        ...{ isFull: isFullPage, isLast: false },
      });
    return { found, last: ours.at(-1)?.position ?? null };
  }

  async #readTalk(visitor: VisitorFacts): Promise<void> {
    const all: ConversationRead['found'][number][] = [];
    for (let last: number | null = 0; last !== null; ) {
      const page = await this.#readNew(visitor, last, true);
      all.push(...page.found);
      last = page.last;
    }
    const { name: conversation } = this.#conversation(visitor);
    const at = this.now;
    this.#conversationReads.push({
      ...{ conversation, after: 0, person: visitor.login, from: at, to: at },
      ...{ found: all, isFull: false, isLast: true },
    });
  }

  /** Fetches a file until it comes whole; one that is not there, or holds something else, is strange. */
  async #readFile({ login, id, text }: { login: string; id: number; text: string }): Promise<void> {
    const client = this.#clients.get(login);
    for (let tries = 0; client && !this.#given.signal.aborted; tries++) {
      const answer = await client.fetch(`${chat.download.path}?id=${id}`).catch(() => null);
      const content = answer?.status === 200 ? await answer.text().catch(() => null) : null;
      if (content === fileText(text)) return;
      const isRefused = answer && answer.status >= 400 && answer.status < 500;
      if (content !== null || isRefused) {
        this.#unexplained.push(`${answer?.status} ${chat.download.path}${content === null ? '' : ' with other bytes'}`);
        return;
      }
      await wait(busyRetryDelayMs(tries));
    }
  }

  async #mark(visitor: VisitorFacts, student: number, turn: number): Promise<void> {
    const { login } = visitor;
    const value = String(1 + (turn % 5));
    const from = this.now;
    const { outcome } = await this.#ask(
      login,
      journal.mark,
      { ...this.#column(visitor), id_student: student, isVisited: true, id_otsenka: Number(value) },
      { key: crypto.randomUUID() },
    );
    const key = `${login}/${student}`;
    this.#valueWrites.push({ kind: 'mark', key, value, person: login, from, to: this.now, outcome });
    await this.#readMarks(visitor, [student], false);
  }

  #column({ course }: VisitorFacts) {
    const { year, semester, group, discipline: id_discipline, credits, classType, days } = course;
    const of = { id_a_year: year, id_semesterOrWs: semester, isPotok: false, id_groupOrPorok: group };
    return { ...of, id_discipline, credits, id_vid_zaniatiy: classType, visitDate: days.at(-1) ?? '', timesCount: 1 };
  }

  async #readMarks(visitor: VisitorFacts, students: readonly number[], isLast: boolean): Promise<void> {
    const { login } = visitor;
    const from = this.now;
    const { data } = await this.#ask(login, journal.studentsOfColumn, this.#column(visitor));
    if (!data) this.#unexplained.push(`${journal.studentsOfColumn.path} could not be read`);
    if (!data) return;
    for (const student of students) {
      const value = String(data.find(({ id_student }) => id_student === student)?.id_otsenka ?? '');
      const key = `${login}/${student}`;
      this.#valueReads.push({ kind: 'mark', key, value, person: login, from, to: this.now, isLast });
    }
  }

  /** Takes a seat when one is free, looks whether it is there, and leaves it again. */
  async #takeSeat(visitor: VisitorFacts): Promise<void> {
    const { login, seat } = visitor;
    if (!seat) return;
    const key = crypto.randomUUID();
    const from = this.now;
    const taken = await this.#ask(
      login,
      registration.save,
      { ...seat, isByPlan: true, id_disciplineForStudent: -1 },
      { key },
    );
    const put = { kind: 'seat', key: login, person: login } as const;
    this.#valueWrites.push({ ...put, value: String(seat.subgroup), from, to: this.now, outcome: taken.outcome });
    await this.#readSeat(visitor, false);
    const id_disciplineForStudent = taken.data?.[0]?.id_disciplineForStudent;
    if (id_disciplineForStudent === undefined) return;
    const leaves = this.now;
    const left = await this.#ask(login, registration.delete, { id_disciplineForStudent }, { key: crypto.randomUUID() });
    this.#valueWrites.push({ ...put, value: '', from: leaves, to: this.now, outcome: left.outcome });
    await this.#readSeat(visitor, false);
  }

  async #readSeat({ login, seat }: VisitorFacts, isLast: boolean): Promise<void> {
    if (!seat) return;
    const { id_a_year, id_semester, id_discipline, kredits, id_vid_zaniatiy } = seat;
    const from = this.now;
    const { data } = await this.#ask(login, registration.list, { id_a_year, id_semester });
    if (!data) this.#unexplained.push(`${registration.list.path} could not be read`);
    if (!data) return;
    const row = data.find(
      (one) =>
        one.id_discipline === id_discipline && one.kredits === kredits && one.id_vid_zaniatiy === id_vid_zaniatiy,
    );
    const value = String(row?.subgroup ?? '');
    this.#valueReads.push({ kind: 'seat', key: login, value, person: login, from, to: this.now, isLast });
  }
}

/** A name for what fetch throws when no answer came. */
function failureName({ name, cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: string };
  return code ?? name;
}
