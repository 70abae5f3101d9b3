import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { leaveAnyway, leaving } from '../core/leave.ts';
import { isShared } from '../core/storage.ts';
import { Confirm } from '../kit/Dialog.tsx';

/** Asks before signing out while something is unsent. */
export function Leaving() {
  const { t } = useTranslation();
  const open = useCell(leaving);
  return (
    <Confirm
      open={open}
      title={t('leave.title')}
      yes={t('menu.signOut')}
      no={t('leave.stay')}
      danger
      onNo={() => leaving.set(false)}
      onYes={leaveAnyway}
    >
      {t(isShared() ? 'leave.shared' : 'leave.text')}
    </Confirm>
  );
}
