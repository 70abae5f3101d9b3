import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { leaving } from '../core/leave.ts';
import { signOut } from '../core/session.ts';
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
      onYes={() => {
        leaving.set(false);
        void signOut();
      }}
    >
      {t('leave.text')}
    </Confirm>
  );
}
