import close from 'icon:x';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** From the left edge or from the right one instead of the middle. */
  drawer?: 'left' | 'right';
}

/** A dialog; a bottom sheet on the phone, or a drawer. Traps focus, Esc closes. */
export function Dialog({ open, onClose, title, children, drawer }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={classes(drawer ? styles.drawer : styles.dialog, drawer && styles[drawer])}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton icon={close} label={t('close')} />} />
          </header>
          <div className={styles.body}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  title: string;
  /** What will happen. */
  children?: ReactNode;
  /** The word for doing it, and for leaving it. */
  yes: string;
  no?: string;
  danger?: boolean;
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something that cannot be undone; the first focus is on the safe button. */
export function Confirm({ open, title, children, yes, no, danger, busy, onYes, onNo }: ConfirmProps) {
  const { t } = useTranslation();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onNo()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.scrim} />
        <AlertDialog.Popup className={styles.dialog} initialFocus={safe}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          {children && <AlertDialog.Description className={styles.description}>{children}</AlertDialog.Description>}
          <div className={styles.acts}>
            <AlertDialog.Close ref={safe} render={<Button>{no ?? t('cancel')}</Button>} />
            <Button look={danger ? 'danger' : 'primary'} busy={busy && yes} onClick={onYes}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
