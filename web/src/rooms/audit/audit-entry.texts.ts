import { permissions } from '@bilim/contract/permissions.ts';
import i18next from 'i18next';
import { dateInWords } from '../../core/time.ts';
import { formatNameWithHint } from '../../kit/person.ts';
import type { AuditEntry } from './audit.data.ts';

/** Somebody in an entry by the whole name, with what distinguishes them from namesakes; null: nobody. */
export const formatPersonWithHint = (person: AuditEntry['by']): string | null =>
  person && formatNameWithHint(person.fullName, person.apart);

/** An entry as a sentence; of one that this page does not know, its name in the trail. */
export function auditEntrySentence(action: string): string {
  const key = `audit:act.${action.replace('.', '_')}`;
  return i18next.exists(key) ? i18next.t(key) : action;
}

/** The name of a right; null: the entry is about none. */
export function auditEntryPermissionName(permission: string | null): string | null {
  const right = permissions.find((one) => one === permission);
  return right ? i18next.t(`people:right.${right}`) : null;
}

/** The value in force after an entry; the last day of a right is formatted by `say`. */
export const auditEntryCurrentState = (
  { action, now }: Pick<AuditEntry, 'action' | 'now'>,
  translate: (day: string) => string,
): string | null => (action.startsWith('right.') && now !== null ? translate(now) : now);

/** A kind of entries by which they are kept; one that this page does not know, by its name in the trail. */
export function retentionKindName(kind: string): string {
  const key = `audit:retention.of.${kind}`;
  return i18next.exists(key) ? i18next.t(key) : kind;
}

const isoDay = /^\d{4}-\d\d-\d\d$/;

/** What an entry was about: the kind whose retention changed, the message that was moderated, or a day, in words. */
export function auditEntrySubject({
  action,
  what,
}: {
  readonly action: string;
  readonly what: string | null;
}): string | null {
  if (action === 'audit.retention' && what !== null) return retentionKindName(what);
  if (action.startsWith('moderation.') && what !== null) {
    const [kind, number] = what.split(' ');
    return i18next.t(`audit:message.${kind}`, { number });
  }
  if (what !== null && isoDay.test(what)) return dateInWords(what);
  return what;
}
