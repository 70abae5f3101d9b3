import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { confirmSignOut, isConfirmingSignOut } from '../core/confirmSignOut.ts';
import { isSharedComputer } from '../core/storage.ts';
import { ConfirmationDialog } from '../kit/Dialog.tsx';

/** Asks before signing out while entries are pending. */
export function SignOutConfirmationDialog() {
  const { t } = useTranslation();
  const open = useAtom(isConfirmingSignOut);
  return (
    <ConfirmationDialog
      open={open}
      title={t('leave.title')}
      yes={t('menu.signOut')}
      no={t('leave.stay')}
      danger
      onNo={() => isConfirmingSignOut.set(false)}
      onYes={confirmSignOut}
    >
      {t(isSharedComputer() ? 'leave.shared' : 'leave.text')}
    </ConfirmationDialog>
  );
}
