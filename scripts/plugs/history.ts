/** The kinds of writes that people make, each of which has to go on after a fault. */
export const writeKinds = ['message', 'file', 'mark', 'seat'] as const;
export type WriteKind = (typeof writeKinds)[number];

/** Who asked, when they asked first, and when the last answer came (milliseconds of the run). */
interface Request {
  readonly person: string;
  readonly from: number;
  readonly to: number;
}

/** `yes`: acknowledged; `no`: refused as it may be, such as by a full stream; `unknown`: never answered for good. */
export type Outcome = 'yes' | 'no' | 'unknown';

/** A message into a conversation; its text is said once in the whole run. */
export interface MessageWrite extends Request {
  readonly kind: 'message' | 'file';
  readonly conversation: string;
  readonly text: string;
  readonly outcome: Outcome;
  /** The number that the portal gave it, by which messages are ordered; null unless the outcome is `yes`. */
  readonly position: number | null;
}

/** A value under a key that nobody but this person writes: a mark of one student, or the stream in which a student has a seat. */
export interface ValueWrite extends Request {
  readonly kind: 'mark' | 'seat';
  readonly key: string;
  /** Of a seat: the stream, or nothing when the student leaves it. */
  readonly value: string;
  readonly outcome: Outcome;
}

/** What was read of a conversation: messages behind `after`, in order. */
export interface ConversationRead extends Request {
  readonly conversation: string;
  readonly after: number;
  readonly found: readonly { readonly text: string; readonly position: number }[];
  /** The answer had room for no more: what comes behind its last message may be missing. */
  readonly isFull: boolean;
  /** Everything of the conversation, read when all had ended. */
  readonly isLast: boolean;
}

/** What was read under a key. */
export interface ValueRead extends Request {
  readonly kind: 'mark' | 'seat';
  readonly key: string;
  readonly value: string;
  /** Read when all had ended. */
  readonly isLast: boolean;
}

/** All that is known of a run: requests and their answers. */
export interface History {
  readonly messageWrites: readonly MessageWrite[];
  readonly valueWrites: readonly ValueWrite[];
  readonly conversationReads: readonly ConversationRead[];
  readonly valueReads: readonly ValueRead[];
  /** Answers that nothing explains. */
  readonly unexplained: readonly string[];
}
