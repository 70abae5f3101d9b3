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
export interface Say extends Request {
  readonly kind: 'message' | 'file';
  readonly talk: string;
  readonly text: string;
  readonly outcome: Outcome;
  /** The number that the portal gave it, by which messages are ordered; null unless the outcome is `yes`. */
  readonly place: number | null;
}

/** A value under a key that nobody but this person writes: a mark of one student, or the stream in which a student has a seat. */
export interface Put extends Request {
  readonly kind: 'mark' | 'seat';
  readonly key: string;
  /** Of a seat: the stream, or nothing when the student leaves it. */
  readonly value: string;
  readonly outcome: Outcome;
}

/** What was read of a conversation: messages behind `after`, in order. */
export interface Hear extends Request {
  readonly talk: string;
  readonly after: number;
  readonly found: readonly { readonly text: string; readonly place: number }[];
  /** The answer had room for no more: what comes behind its last message may be missing. */
  readonly isFull: boolean;
  /** Everything of the conversation, read when all had ended. */
  readonly isLast: boolean;
}

/** What was read under a key. */
export interface Get extends Request {
  readonly kind: 'mark' | 'seat';
  readonly key: string;
  readonly value: string;
  /** Read when all had ended. */
  readonly isLast: boolean;
}

/** All that is known of a run: requests and their answers. */
export interface History {
  readonly says: readonly Say[];
  readonly puts: readonly Put[];
  readonly hears: readonly Hear[];
  readonly gets: readonly Get[];
  /** Answers that nothing explains. */
  readonly strange: readonly string[];
}
