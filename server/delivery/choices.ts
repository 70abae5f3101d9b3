import type { NoticeKind } from '@bilim/contract/notice-kinds.ts';
import type { NotificationTopic } from '@bilim/contract/topics.ts';

/** What a person without a row in `notification_setting` has chosen; the quiet hours are the columns' own defaults. */
export const defaultNotificationChoices = {
  isOff: false,
  push: ['marks', 'personal', 'groups', 'materials', 'lessons', 'errands'],
  mail: ['marks', 'lessons', 'errands', 'news'],
  mailAtOnce: false,
  isQuiet: true,
  quietFrom: '22:00',
  quietTo: '07:00',
  isOpen: false,
} as const satisfies {
  push: readonly NotificationTopic[];
  mail: readonly NotificationTopic[];
  [choice: string]: unknown;
};

/** What nobody chooses and everybody gets who has not switched all off: a new device, a right. */
const alwaysNotified = 'account';
/** Nor a sign-in in a browser that is new to the account, and sign-in methods that change. */
export const securityTopics = ['device', 'signInMethods'] as const;
/**
 * Told at once and to everybody, whatever they have chosen and at whatever hour: whoever has taken an account over would
 * switch it off first.
 */
export const urgentTopic: (typeof securityTopics)[number] = 'signInMethods';

/** The topic by which a kind of notice is chosen; `signInMethods` has the topics of security, which are rows of their own. */
export const topicByNoticeKind: Readonly<
  Record<Exclude<NoticeKind, 'signInMethods'>, NotificationTopic | typeof alwaysNotified>
> = {
  mark: 'marks',
  absences: 'marks',
  journals: 'marks',
  material: 'materials',
  lesson: 'lessons',
  holiday: 'lessons',
  group: 'lessons',
  stream: 'lessons',
  order: 'errands',
  seat: 'errands',
  window: 'errands',
  news: 'news',
  right: alwaysNotified,
  message: alwaysNotified,
  load: alwaysNotified,
  archive: alwaysNotified,
};

const hasTopic = (kind: string): kind is keyof typeof topicByNoticeKind => Object.hasOwn(topicByNoticeKind, kind);

/** The topic of a notice by its kind; undefined: it has none to choose. */
export const findTopic = (kind: string) => (hasTopic(kind) ? topicByNoticeKind[kind] : undefined);

/** A person's choice as far as it decides whether a notice may be sent. */
export interface NotificationChoice {
  readonly isOff: boolean;
  readonly chosen: readonly string[];
}

/** Whether a person wants to be notified of a topic by the way for which they have chosen topics. */
export const wantsTopic = ({ isOff, chosen }: NotificationChoice, topic: string): boolean =>
  topic === urgentTopic ||
  (!isOff && (topic === alwaysNotified || securityTopics.some((one) => one === topic) || chosen.includes(topic)));
