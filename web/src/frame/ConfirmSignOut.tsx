import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { confirmSignOut, signOutAsked } from '../core/confirmSignOut.ts';
import { isShared } from '../core/storage.ts';
import { Confirm } from '../kit/Dialog.tsx';

/** Asks before signing out while something is unsent. */
export function ConfirmSignOut() {
  const { t } = useTranslation();
  const open = useAtom(signOutAsked);
  return (
    <Confirm
      open={open}
      title={t('leave.title')}
      yes={t('menu.signOut')}
      no={t('leave.stay')}
      danger
      onNo={() => signOutAsked.set(false)}
      onYes={confirmSignOut}
    >
      {t(isShared() ? 'leave.shared' : 'leave.text')}
    </Confirm>
  );
}
