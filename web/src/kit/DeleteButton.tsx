import trash from 'icon:trash';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../core/failure.ts';
import { randomUuid } from '../core/randomUuid.ts';
import { IconButton } from './Button.tsx';
import { ConfirmationDialog } from './Dialog.tsx';
import { useFailureText } from './failureText.ts';
import { showToast } from './Toast.tsx';

interface Props {
  label: string;
  question: string;
  /** What is deleted, or what follows. */
  children: ReactNode;
  /** What the button says that confirms; «Delete» unless given. */
  confirmLabel?: string;
  /** What is said afterwards. */
  done: string;
  /** Where the server is asked first: why it may not go, as a sentence; null when it may. */
  whyKept?: () => Promise<string | null>;
  onDelete: (key: string) => Promise<unknown>;
}

/** Deletes something when the person has said that it shall go, after asking the server whether it may where that can be known. */
export function DeleteButton({ label, question, confirmLabel, children, done, whyKept, onDelete }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [requestKey, setRequestKey] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const check = async () => {
    try {
      const why = (await whyKept?.()) ?? null;
      if (why === null) setRequestKey(randomUuid());
      else showToast(why);
    } catch (error) {
      showToast(failureText(toFailure(error)));
    }
  };
  const remove = async () => {
    if (!requestKey || deleting) return;
    setDeleting(true);
    try {
      await onDelete(requestKey);
      showToast(done);
    } catch (error) {
      showToast(failureText(toFailure(error)));
    }
    setDeleting(false);
    setRequestKey(null);
  };
  return (
    <>
      <IconButton icon={trash} label={label} onClick={() => void check()} />
      <ConfirmationDialog
        open={requestKey !== null}
        title={question}
        yes={confirmLabel ?? t('delete')}
        danger
        busy={deleting}
        onNo={() => setRequestKey(null)}
        onYes={() => void remove()}
      >
        {children}
      </ConfirmationDialog>
    </>
  );
}
