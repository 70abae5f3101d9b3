import { permissions } from '@bilim/contract/permissions.ts';
import { useTranslation } from 'react-i18next';
import type { Person } from './people.data.ts';

/** How a right is called. */
export function usePermissionName(): (permission: string) => string {
  const { t } = useTranslation('people');
  return (permission) => {
    const known = permissions.find((one) => one === permission);
    return known ? t(`right.${known}`) : permission;
  };
}

/** The text that says why nothing can be done with somebody's account here. */
export const findActionObstacle = ({ isSelf, isElsewhere }: Person) =>
  isSelf ? ('own' as const) : isElsewhere ? ('elsewhere' as const) : ('above' as const);

/** Kinds of rows that a merge moves, in the server's words. */
const kinds = [
  ...(['marks', 'registrations', 'groups', 'conversations', 'messages', 'orders'] as const),
  ...(['notices', 'classes', 'files', 'signInMethods', 'rest'] as const),
];

/** How a kind of rows is called. */
export function useRowKindName(): (kind: string) => string {
  const { t } = useTranslation('people');
  return (kind) => t(`kind.${kinds.find((one) => one === kind) ?? 'rest'}`);
}

/** Why people mostly come for a new password. */
export function usePresetReasons(): string[] {
  const { t } = useTranslation('people');
  return (['forgot', 'first', 'foreign'] as const).map((one) => t(`usual.${one}`));
}
