import type { Language, Translations } from '../core/translations.ts';
import type { Db } from '../database/database.ts';

/** A row of `notification_outbox` that has no notices, such as one for a conversation: its content and recipient. */
export interface RenderRequest {
  readonly person: number;
  /** The row's `thing`, such as the conversation's number. */
  readonly thing: number;
  readonly language: Language;
  /** Words and names may be on a locked screen. */
  readonly isOpen: boolean;
}

/** What may be said of it now. */
export interface RenderedNotice {
  readonly title: string;
  readonly body: string;
  /** Where a tap leads, below the origin. */
  readonly url: string;
  /** How many messages it stands for; a sign-in is one thing. */
  readonly count: number;
  /** Its group where several notices are counted in one message. */
  readonly part: 'messages' | 'account';
}

/**
 * Renders rows of one topic at this moment, in the order in which they are asked for; null: nothing, as it
 * was read meanwhile or the right to it is gone. Asked for many at once: one statement for all.
 */
export type NoticeRenderer = (
  asked: readonly RenderRequest[],
  dependencies: {
    readonly db: Db;
    readonly texts: Translations;
    readonly timeZone: string;
  },
) => Promise<readonly (RenderedNotice | null)[]>;

/** Renderers of the topics for which no notices are written. */
export type Renderers = Readonly<Record<string, NoticeRenderer>>;
