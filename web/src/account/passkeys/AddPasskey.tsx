import fingerprint from 'icon:fingerprint';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { PasswordConfirmForm } from '../PasswordConfirmForm.tsx';
import { useAddPasskey } from './passkeys.data.ts';

/** Makes a key on this device; nothing where the browser cannot. `short`: in a narrow place the button says less. */
export function AddPasskey({ onDone, short = false }: { onDone?: () => void; short?: boolean }) {
  const { t } = useTranslation('passkeys');
  const connected = useAtom(isPortalReachable);
  const [open, setOpen] = useState(false);
  if (!('PublicKeyCredential' in window)) return null;
  const done = () => {
    showToast(t('added'));
    setOpen(false);
    onDone?.();
  };
  return (
    <>
      <Button icon={fingerprint} disabled={!connected} aria-label={t('add')} onClick={() => setOpen(true)}>
        {t(short ? 'addShort' : 'add')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('add')}>
        {open && <Asking onDone={done} />}
      </Dialog>
    </>
  );
}

function Asking({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('passkeys');
  return (
    <PasswordConfirmForm
      texts="passkeys"
      mutation={useAddPasskey()}
      words={t('continue')}
      help={t('addHelp')}
      onDone={onDone}
    />
  );
}
