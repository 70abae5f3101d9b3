/**
 * What names a conversation: a discipline in a term, and either the other person or the group or stream. One with an
 * office hangs on zeros; `person` is its other side, the office itself for whoever writes to it.
 */
export interface ConversationKey {
  readonly year: number;
  readonly term: number;
  readonly discipline: number;
  readonly credits: number;
  readonly with:
    | { readonly person: number; readonly role?: number | undefined; readonly office?: number }
    | { readonly isSelect: boolean; readonly group: number };
}

/** A conversation as one of its sides knows it. */
export interface ConversationView {
  readonly key: ConversationKey;
  /** Who reads and writes there: a person, or the office in whose name they do. */
  readonly uid: number;
}

/** What names a conversation, as its row has it. */
export interface ConversationIdentity {
  readonly year: number | null;
  readonly term: number | null;
  readonly discipline: number | null;
  readonly credits: number | null;
  /** The other side of one person, or of the office in whose name the caller answers. */
  readonly other: number | null;
  readonly office: number | null;
  readonly isSelect: boolean | null;
  readonly group: number | null;
}

/** The key of a conversation from what its row has. */
export function toConversationKey({
  year,
  term,
  discipline,
  credits,
  other,
  office,
  isSelect,
  group,
}: ConversationIdentity): ConversationKey {
  const course = { year: year ?? 0, term: term ?? 0, discipline: discipline ?? 0, credits: credits ?? 0 };
  if (group !== null) return { ...course, with: { isSelect: isSelect ?? false, group } };
  return { ...course, with: { person: other ?? 0, ...(office !== null && { office }) } };
}

/** The key of the live line for a conversation (docs/wire.md#3-the-live-line). */
export function toConversationLiveKey({ key, uid }: ConversationView): string {
  const course = `${key.year}/${key.term}/${key.discipline}/${key.credits}`;
  if ('group' in key.with) return `g/${course}/${key.with.isSelect ? 1 : 0}/${key.with.group}`;
  return `p/${course}/${Math.min(uid, key.with.person)}/${Math.max(uid, key.with.person)}`;
}
