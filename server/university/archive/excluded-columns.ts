import type { PersonColumn } from '../person-columns.ts';

const secret = 'a secret of the account, worthless or dangerous outside of it';
const passing = 'temporary: it lives for minutes, or until something was sent';
const ofOthers = 'data of somebody else, written by this person in the university’s service';
const service = 'an act in the university’s service; that it was done stands among the acts';
const trace = 'who removed or undid something that is itself told where it belongs';

/** Columns that name a person and are left out of their archive, each with its reason. */
export const columnsNotArchived: ReadonlyMap<PersonColumn['column'], string> = new Map<PersonColumn['column'], string>([
  ['recovery_code.person_id', secret],
  ['remembered_second_step.person_id', secret],
  ['idempotency_key.person_id', passing],
  ['notification_outbox.person_id', passing],
  ['import_notice.person_id', passing],
  ['personal_archive.person_id', 'the archive itself; that it was asked for and taken stands among the acts'],
  ['pending_second_step.person_id', passing],
  ['pending_signin.person_id', passing],
  ['passkey_challenge.person_id', passing],
  ['forgotten_password.person_id', passing],
  ['session_end.person_id', 'that two accounts of theirs were made one stands among the acts'],
  ['journal_cell.teacher_id', ofOthers],
  ['journal_cell.opened_by', ofOthers],
  ['journal_event.by_id', ofOthers],
  ['journal_event.teacher_id', ofOthers],
  ['journal_reading.reader_id', ofOthers],
  ['journal_subgroup.teacher_id', ofOthers],
  ['registration_event.by_person_id', ofOthers],
  ['registration_change.by_person_id', ofOthers],
  ['permission_event.by_person_id', ofOthers],
  ['account_event.by_id', ofOthers],
  ['moderation_event.by_id', ofOthers],
  ['journal_reminder.by_id', ofOthers],
  ['report_explanation.by_id', ofOthers],
  ['journal_reminder.teacher_id', 'a reminder is a notice, and stands among the notices'],
  ['class_change.by_id', service],
  ['holiday.by_id', service],
  ['password_help.by_id', service],
  ['privacy_text.by_id', service],
  ['import_job.person_id', service],
  ['import_recipe.by_id', service],
  ['import_run.person_id', service],
  ['service_token.made_by', service],
  ['person_merge.by_id', service],
  ['person_merge.undone_by', service],
  ['class_change.undone_by', trace],
  ['conversation.pinned_by', trace],
  ['ebook.deleted_by', trace],
  ['material.deleted_by', trace],
  ['message.deleted_by', trace],
  ['news.deleted_by', trace],
  ['merged_conversation.person_id', 'which conversations those are stands among the conversations'],
  ['person_merge.stay_id', 'two numbers of the same person: rows follow the one that stays'],
  ['person_merge.gone_id', 'two numbers of the same person: rows follow the one that stays'],
  ['erasure.person_id', 'says only how many rows are no more'],
  ['unlinked_account.person_id', 'that a link was undone stands among the acts'],
  ['office.id', 'an office is no person'],
]);
