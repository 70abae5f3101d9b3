import {
  type CalendarTranslator,
  dateInWords,
  dateRangeInWords,
  dayAndMonth,
} from '@bilim/contract/calendar-formatters.ts';
import type { Output } from '@bilim/contract/call.ts';
import { noticeAddress } from '@bilim/contract/notice-address.ts';
import { createNoticeFormatter, type NoticeFormatter } from '@bilim/contract/notice-formatter.ts';
import type { notices } from '@bilim/contract/notices.ts';
import type { Language, Translations } from '../core/translations.ts';
import { findTopic } from './choices.ts';
import type { RenderedNotice } from './rendered.ts';

export type Notice = Output<typeof notices.list>[number]['notices'][number];

/** What a push message says, and where a tap leads. */
export interface PushTexts {
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

/** How it is to be said. */
export interface PushTextOptions {
  readonly language: Language;
  /** Marks, names and titles may be read on a locked screen. */
  readonly isOpen: boolean;
  /** The university's day of today. */
  readonly today: string;
}

const base = '/lms';
const page = `${base}/notices`;
/** So many disciplines or titles are in one message. */
const maxNamed = 3;
/** Longest text of a notification in characters: screens show about that much. */
const longest = { title: 120, body: 240 };

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What a notice or several of them say on a device, in its language. */
export class NotificationTexts {
  readonly #texts: Translations;

  constructor(texts: Translations) {
    this.#texts = texts;
  }

  /** One notice; without leave to say more it names the kind, the discipline, and of a class when and where it is. */
  one(notice: Notice, manner: PushTextOptions): PushTexts {
    const words = this.#noticeFormatter(manner);
    const { title, line } = manner.isOpen ? words.whole(notice) : this.#closed(notice, words, manner);
    return { title: cut(title, longest.title), body: cut(line, longest.body), url: urlOf(notice, manner) };
  }

  /** Several of one topic, or of all kinds (topic `digest`) with conversations and sign-ins among them. */
  several(
    topic: string,
    all: readonly Notice[],
    rendered: readonly RenderedNotice[],
    manner: PushTextOptions,
  ): PushTexts {
    const translate = (key: string, count: number) =>
      this.#texts.translate(manner.language, `delivery:${key}`, { count });
    const known = topic === 'errands' || topic === 'account' ? 'digest' : topic;
    const title = translate(`several.${known}`, all.length + rendered.length);
    const counts = new Map<string, number>();
    const add = (part: string, count: number) => counts.set(part, (counts.get(part) ?? 0) + count);
    for (const { kind } of all) add(findTopic(kind) ?? 'account', 1);
    for (const { part, count } of rendered) add(part, count);
    const parts = [...counts].map(([part, count]) => translate(`part.${part}`, count));
    const disciplines = [...new Set(all.flatMap(({ course }) => course?.discipline ?? []))];
    const titles = manner.isOpen ? all.map((notice) => this.#noticeFormatter(manner).whole(notice).title) : disciplines;
    const body =
      known === 'digest' ? parts : [...titles.slice(0, maxNamed), ...(titles.length > maxNamed ? ['…'] : [])];
    return { title, body: cut(body.join(' · '), longest.body), url: page };
  }

  #noticeFormatter({ language, today }: PushTextOptions): NoticeFormatter {
    const translate = (key: string, values: Record<string, string | number>) =>
      this.#texts.translate(language, key, values);
    const sayCalendar: CalendarTranslator = (key, values) => translate(`common:calendar.${key}`, values);
    return createNoticeFormatter({
      t: (key, values) => translate(`notices:${key}`, values),
      date: (day) => dateInWords(sayCalendar, day, today),
      days: (first, last) => dateRangeInWords(sayCalendar, first, last, today),
      dayAndMonth: (day) => dayAndMonth(sayCalendar, day),
      weekday: (number) => translate(`common:calendar.weekday.${number}`, {}),
    });
  }

  #closed(notice: Notice, words: NoticeFormatter, { language }: PushTextOptions): { title: string; line: string } {
    const { kind, step, course } = notice;
    const discipline = course?.discipline ?? '';
    // What the timetable and the dates of registration say everybody may read.
    if (kind === 'window' || kind === 'holiday' || step === 'several' || step === 'students')
      return words.whole(notice);
    if (kind === 'lesson') return { title: words.whole(notice).title, line: words.move(notice) };
    if (kind === 'seat') return { title: words.whole(notice).title, line: discipline };
    const hasSteps = kind === 'mark' || kind === 'order' || kind === 'group' || kind === 'stream';
    const key = hasSteps ? `${kind}.${step}` : kind;
    return { title: this.#texts.translate(language, `delivery:closed.${key}`), line: discipline };
  }
}

/** The address of a notice's thing, its search written as the browser's router writes it. */
function urlOf(notice: Notice, { today }: PushTextOptions): string {
  const { to, search } = noticeAddress(notice, { today });
  const entries = Object.entries(search).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' && isJson(value) ? JSON.stringify(value) : String(value),
  ]);
  return `${base}${to}${entries.length ? `?${new URLSearchParams(entries)}` : ''}`;
}
