/** What a merge says of the rows that follow, in the words of the room of people. */
export const mergedRowKinds = [
  'marks',
  'registrations',
  'groups',
  'conversations',
  'messages',
  'orders',
  'notices',
  'classes',
  'files',
  'signInMethods',
  'rest',
] as const;
export type MergedRowKind = (typeof mergedRowKinds)[number];

/** Two accounts of one person, locked: what `gone` has becomes that of `stay`. */
export interface MergePair {
  readonly stay: number;
  readonly gone: number;
}

/** SQL over a row `t`: it stays with the account that goes, whose number is given. */
export type RetentionCondition = (gone: number) => string;

/**
 * What becomes of a column that names a person when two accounts are merged (docs/decisions/0043-two-accounts-of-one-person.md).
 * follow: it names the account that stays; where that one has such a row already, the other is left with the account that
 * went (`leave`), or taken out of its table and kept apart (`aside`).
 * stays: who did something, histories, secrets of an account. ends: temporary rows; deleted.
 */
export type MergeRule =
  | { how: 'follow'; kind: MergedRowKind; clash: 'leave' | 'aside'; unless?: RetentionCondition }
  | { how: 'stays' }
  | { how: 'ends' };

/** What becomes of the rows when a person is erased: all go, or they are kept (or server/erasure says it). */
export type ErasureRule = 'rows' | 'kept';

export interface PersonColumn {
  readonly column: `${string}.${string}`;
  readonly merge: MergeRule;
  readonly erase: ErasureRule;
}

const follow = (
  column: PersonColumn['column'],
  kind: MergedRowKind,
  rest: { clash?: 'leave' | 'aside'; unless?: RetentionCondition; erase?: ErasureRule } = {},
): PersonColumn => {
  const { clash = 'leave', unless, erase = 'kept' } = rest;
  return { column, merge: { how: 'follow', kind, clash, ...(unless && { unless }) }, erase };
};
const stays = (column: PersonColumn['column'], erase: ErasureRule = 'kept'): PersonColumn => ({
  column,
  merge: { how: 'stays' },
  erase,
});
const ends = (column: PersonColumn['column']): PersonColumn => ({ column, merge: { how: 'ends' }, erase: 'rows' });

/** Of two personal conversations with one person about one thing, that of the account that goes keeps its members and no message. */
const ofOther: RetentionCondition = (gone) =>
  `exists (select from conversation c where c.id = t.conversation_id and ${gone} in (c.person_a, c.person_b))`;

/**
 * Every column that names a person, student, teacher or account, in the order in which a merge goes over them. A test holds
 * it against the database's own catalogue: a new table has to say here what becomes of its rows.
 */
export const personColumns: readonly PersonColumn[] = [
  // Studying and teaching
  follow('group_membership.student_id', 'groups', { clash: 'aside' }),
  follow('registration.student_id', 'registrations', { clash: 'aside' }),
  follow('registration_waiting.student_id', 'registrations', { clash: 'aside' }),
  follow('registration_visit.student_id', 'registrations', { erase: 'rows' }),
  follow('optional_grant.student_id', 'registrations', { clash: 'aside' }),
  follow('credit_exception.student_id', 'registrations', { clash: 'aside' }),
  follow('discipline_result.student_id', 'marks', { clash: 'aside' }),
  follow('journal_cell.student_id', 'marks'),
  follow('journal_cell.teacher_id', 'classes'),
  follow('journal_cell.opened_by', 'classes'),
  follow('journal_subgroup.student_id', 'groups'),
  follow('journal_subgroup.teacher_id', 'classes'),
  follow('employment.teacher_id', 'classes', { clash: 'aside' }),
  follow('group_load.teacher_id', 'classes', { clash: 'aside' }),
  follow('stream.teacher_id', 'classes'),
  follow('lesson.teacher_id', 'classes'),
  follow('umk_upload_ban.teacher_id', 'classes', { clash: 'aside' }),
  follow('material.teacher_id', 'files'),
  follow('material_visit.person_id', 'rest', { erase: 'rows' }),
  // Talking; conversations of both are joined before (merging.conversations.queries.ts), and a personal one is written by its own
  // statement, both sides of it in order
  follow('conversation.person_a', 'conversations'),
  follow('conversation.person_b', 'conversations'),
  follow('conversation_member.person_id', 'conversations', { unless: ofOther }),
  follow('message.author_id', 'messages'),
  follow('message_reaction.person_id', 'rest', { clash: 'aside', erase: 'rows' }),
  follow('message_mention.person_id', 'rest', { clash: 'aside' }),
  follow('merged_conversation.person_id', 'rest', { erase: 'rows' }),
  // Papers, announcements, files
  follow('document_order.person_id', 'orders'),
  follow('payment_code.student_id', 'orders'),
  follow('news.author_id', 'files'),
  follow('ebook.owner_id', 'files'),
  follow('file.owner_id', 'files'),
  follow('reading_place.person_id', 'rest', { erase: 'rows' }),
  follow('notice.person_id', 'notices', { erase: 'rows' }),
  ends('import_notice.person_id'),
  // Ways in
  follow('passkey.person_id', 'signInMethods', { erase: 'rows' }),
  follow('linked_account.person_id', 'signInMethods', { erase: 'rows' }),
  follow('unlinked_account.person_id', 'signInMethods', { erase: 'rows' }),
  follow('mail_address.person_id', 'signInMethods', { erase: 'rows' }),
  follow('schedule_feed.person_id', 'rest', { erase: 'rows' }),
  ends('session.person_id'),
  ends('push_device.person_id'),
  ends('personal_archive.person_id'),
  ends('notification_outbox.person_id'),
  ends('pending_second_step.person_id'),
  ends('pending_signin.person_id'),
  ends('passkey_challenge.person_id'),
  ends('remembered_second_step.person_id'),
  ends('forgotten_password.person_id'),
  stays('one_time_key.person_id', 'rows'),
  stays('recovery_code.person_id', 'rows'),
  stays('notification_setting.person_id', 'rows'),
  stays('signin_first.person_id'),
  stays('session_end.person_id', 'rows'),
  stays('idempotency_key.person_id', 'rows'),
  // Rights never come by a merge
  stays('permission.person_id', 'rows'),
  // The person
  stays('account.person_id'),
  stays('student.id'),
  stays('teacher.id'),
  stays('office.id'),
  // Who did something: written down as it was
  stays('account_event.person_id'),
  stays('account_event.by_id'),
  stays('consent.person_id'),
  stays('privacy_text.by_id'),
  stays('audit.person_id'),
  stays('book_event.person_id'),
  stays('class_change.by_id'),
  stays('class_change.undone_by'),
  stays('conversation.pinned_by'),
  stays('ebook.deleted_by'),
  stays('erasure.person_id'),
  stays('holiday.by_id'),
  stays('import_job.person_id'),
  stays('import_recipe.by_id'),
  stays('import_run.person_id'),
  stays('journal_event.by_id'),
  stays('journal_event.teacher_id'),
  stays('journal_reading.reader_id'),
  stays('journal_reminder.by_id'),
  stays('journal_reminder.teacher_id'),
  stays('material.deleted_by'),
  stays('message.deleted_by'),
  stays('message_history.by_person_id'),
  stays('message_report.person_id'),
  stays('moderation_event.by_id'),
  stays('news.deleted_by'),
  stays('order_event.by_person_id'),
  stays('password_help.by_id'),
  stays('permission_event.person_id'),
  stays('permission_event.by_person_id'),
  stays('person_merge.stay_id'),
  stays('person_merge.gone_id'),
  stays('person_merge.by_id'),
  stays('person_merge.undone_by'),
  stays('read_single.person_id'),
  stays('read_step.person_id'),
  stays('report_explanation.by_id'),
  stays('registration_change.by_person_id'),
  stays('registration_change.student_id'),
  stays('registration_event.by_person_id'),
  stays('registration_event.student_id'),
  stays('service_token.made_by'),
];
