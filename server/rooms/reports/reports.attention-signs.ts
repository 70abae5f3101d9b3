/** What is worth a look: something that is seldom so by chance, and may have an explanation that the figures do not know. */
export const attentionSignKinds = ['night', 'present', 'atOnce', 'raised', 'device'] as const;
export type AttentionSignKind = (typeof attentionSignKinds)[number];

/** The kind that a subject begins with; null: none. */
export const toAttentionSignKind = (subject: string): AttentionSignKind | null =>
  attentionSignKinds.find((kind) => subject.startsWith(`${kind}.`)) ?? null;

/** Days that are looked at: what is older was seen before, or nobody remembers its reason. */
export const attentionSignDays = 28;
/** Most cards of a page, rows behind one of them, and explanations that are listed. */
export const maxAttentionSigns = 50;
export const maxEvidenceRows = 500;
export const maxExplanations = 100;

/** From which figure on each kind is one. */
export const attentionSignThresholds = {
  /** The night ends at this hour; those who work late have gone to bed by midnight. */
  nightUntil: 5,
  /** Marks changed in one night and journal: one or two are somebody who could not sleep. */
  nightMarks: 5,
  /** Entries without one absence. Where one of ten is absent elsewhere, sixty by chance are one of five hundred journals. */
  presentEntries: 60,
  /** Days between the first and the last of them: three weeks in a row. */
  presentDays: 14,
  /** Percent absent from the same group's other classes: a group that comes to everything is none. */
  absentElsewhere: 10,
  /** Days of classes filled at one sitting, all of them later than on their day: a weekly class's whole month. */
  sittingDays: 4,
  /** Entries of a class that was filled, and not only corrected. */
  sheetEntries: 5,
  /** How long a sitting lasts. */
  sitting: '30 minutes',
  /** The last days of a term, in which its marks can still be changed by their teacher. */
  closingDays: 7,
  /** Marks raised in them, and more than twice as many as in the days before: to make good a few is what these days are for. */
  raisedMarks: 10,
  /** Times that one browser went from one teacher to another within an hour: once somebody lent theirs. */
  deviceTurns: 2,
  turn: '1 hour',
  /** A browser of more teachers is a lectern's or an office's. */
  deviceTeachers: 3,
} as const;
