import type { Language } from '../core/translations.ts';
import { findTopic, wantsTopic } from './choices.ts';
import type { DeliveryDependencies } from './dependencies.ts';
import { type Notice, NotificationTexts } from './notification-texts.ts';
import type { PushPayload, PushReply } from './push.ts';
import type { RenderedNotice } from './rendered.ts';
import { type LeasedDelivery, readCurrentNotices, type SendOutcome } from './sending.queries.ts';

/** Seconds before the second try, the third and so on. */
const pauses = [10, 30, 120, 600, 1800, 7200, 21_600] as const;
const longestPause = 21_600;

/** A row that was taken, and what it says; null: nothing any more. */
export interface RenderedDelivery {
  readonly row: LeasedDelivery;
  readonly payload: PushPayload | null;
}

/** What a tag begins with for topics that name no conversation. */
const marks: Readonly<Record<string, string>> = { device: 'd', signInMethods: 'w' };

/** The notice's, conversation's or session's number, or the topic of what is gathered: the same at every repeat. */
const tagOf = ({ topic, thing, notices }: LeasedDelivery): string =>
  thing === 0 ? topic : `${notices.length ? 'n' : (marks[topic] ?? 'c')}${thing}`;

/** Asks again what may be said of rows, all of them together, and says it in the language of their devices. */
export async function renderDeliveries(
  leased: readonly LeasedDelivery[],
  dependencies: DeliveryDependencies,
): Promise<RenderedDelivery[]> {
  const [current, rendered] = await Promise.all([
    renderNotices(leased, dependencies),
    renderConversations(leased, dependencies),
  ]);
  const words = new NotificationTexts(dependencies.texts);
  return leased.map((row) => {
    const payload = row.isLive ? payloadOf(row, current, rendered, words) : null;
    return { row, payload: payload && row.over.length ? { ...payload, over: row.over } : payload };
  });
}

/** The columns of a leased row that a renderer needs. */
type RenderRow = Pick<
  LeasedDelivery,
  | 'id'
  | 'person'
  | 'topic'
  | 'thing'
  | 'notices'
  | 'before'
  | 'talks'
  | 'language'
  | 'isTeacher'
  | 'isOpen'
  | 'isOff'
  | 'chosen'
>;

/** Key of a notice as it is said in a language. */
export const noticeLanguageKey = (language: Language, notice: number) => `${language}${notice}`;

/** What the notices of rows say now, each in the language of its row. */
export async function renderNotices(
  leased: readonly RenderRow[],
  { database, timeZone }: DeliveryDependencies,
): Promise<Map<string, Notice>> {
  const groups = Map.groupBy(leased, ({ language, isTeacher }) => `${language}${isTeacher}`);
  const all = new Map<string, Notice>();
  await Promise.all(
    [...groups.values()].map(async (rows) => {
      const [{ language, isTeacher }] = rows as [RenderRow];
      const ids = [...new Set(rows.flatMap(({ notices, before }) => [...notices, ...before]))];
      if (!ids.length) return;
      const current = await database.readLong((db) => readCurrentNotices(db, ids, { language, isTeacher, timeZone }));
      for (const [id, notice] of current) all.set(noticeLanguageKey(language, id), notice);
    }),
  );
  return all;
}

/** What rows have to say that stand for conversations: by row and `topic:number`. */
export async function renderConversations(
  leased: readonly RenderRow[],
  dependencies: DeliveryDependencies,
): Promise<Map<string, RenderedNotice>> {
  const asked = leased.flatMap((row) => {
    const own = row.notices.length || row.topic === 'digest' ? [] : [`${row.topic}:${row.thing}`];
    return [...own, ...row.talks].map((talk) => ({ row, talk, topic: talk.split(':')[0] ?? '' }));
  });
  const all = new Map<string, RenderedNotice>();
  await Promise.all(
    [...Map.groupBy(asked, ({ topic }) => topic)].map(async ([topic, ofIt]) => {
      const renderer = dependencies.renderers[topic];
      if (!renderer) return;
      const questions = ofIt.map(({ row, talk }) => ({
        person: row.person,
        thing: Number(talk.split(':')[1]),
        language: row.language,
        isOpen: row.isOpen,
      }));
      const { texts, timeZone } = dependencies;
      const answers = await dependencies.database.readLong((db) => renderer(questions, { db, texts, timeZone }));
      for (const [place, { row, talk }] of ofIt.entries()) {
        const answer = answers[place];
        if (answer && wantsTopic(row, topic)) all.set(`${row.id} ${talk}`, answer);
      }
    }),
  );
  return all;
}

function payloadOf(
  row: LeasedDelivery,
  current: ReadonlyMap<string, Notice>,
  rendered: ReadonlyMap<string, RenderedNotice>,
  words: NotificationTexts,
): PushPayload | null {
  const sayable = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const notice = current.get(noticeLanguageKey(row.language, id));
      return notice && wantsTopic(row, findTopic(notice.kind) ?? '') ? [notice] : [];
    });
  const tag = tagOf(row);
  const own = rendered.get(`${row.id} ${row.topic}:${row.thing}`);
  if (own) return { tag, ...wordsOf(own) };
  const talks = row.talks.flatMap((talk) => rendered.get(`${row.id} ${talk}`) ?? []);
  const fresh = sayable(row.notices);
  if (!fresh.length && !talks.length) return null;
  const all = [...new Map([...sayable(row.before), ...fresh].map((notice) => [notice.id, notice])).values()];
  const manner = { language: row.language, isOpen: row.isOpen, today: row.today };
  const [notice] = all;
  const [talk] = talks;
  if (all.length + talks.length > 1)
    return { tag, ...words.several(row.topic, all, talks, manner), count: all.length + talks.length };
  if (notice) return { tag, ...words.one(notice, manner), count: 1 };
  return talk ? { tag, ...wordsOf(talk) } : null;
}

const wordsOf = ({ title, body, url, count }: RenderedNotice) => ({ title, body, url, count });

/** Sends what a row says; gives how that ended. */
export async function sendDelivery(
  { row, payload }: RenderedDelivery,
  { push, warn }: DeliveryDependencies,
): Promise<SendOutcome> {
  const { id, device, notices, talks, due } = row;
  const ended = (outcome: SendOutcome['outcome'], pause = 0): SendOutcome => ({
    id,
    device,
    outcome,
    notices,
    talks,
    due,
    pause,
  });
  if (!payload) return ended('withdrawn');
  const isUrgent = row.thing > 0;
  const answered = await push.send(row, payload, isUrgent);
  const outcome = outcomeOf(answered);
  if (outcome !== 'sent')
    warn({ delivery: id, device, host: hostOf(row.endpoint), status: answered.status, fault: answered.fault, outcome });
  const pause = Math.max(answered.pause ?? 0, pauses[row.tries] ?? longestPause);
  return ended(outcome, Math.round(Math.min(pause, longestPause)));
}

const hostOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : null);

/** 404 and 410: the browser has unsubscribed. Other refusals and redirects are not retried. */
function outcomeOf({ status }: PushReply): SendOutcome['outcome'] {
  if (status === null || status === 429 || status >= 500) return 'again';
  if (status === 404 || status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'sent' : 'failed';
}
