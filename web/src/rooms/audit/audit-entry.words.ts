import { permissions } from '@bilim/contract/permissions.ts';
import i18next from 'i18next';

/** An act as a sentence; of one that this page does not know, its name in the trail. */
export function auditEntrySentence(action: string): string {
  const key = `audit:act.${action.replace('.', '_')}`;
  return i18next.exists(key) ? i18next.t(key) : action;
}

/** The name of a right; null: the act is about none. */
export function auditEntryRight(permission: string | null): string | null {
  const right = permissions.find((one) => one === permission);
  return right ? i18next.t(`people:right.${right}`) : null;
}
