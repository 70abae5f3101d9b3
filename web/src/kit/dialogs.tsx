import close from 'icon:x';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { Drawer } from '@base-ui/react/drawer';
import { Popover as Panel } from '@base-ui/react/popover';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { useCloseOnBack } from '../core/back.ts';
import { screenState } from '../core/screen.ts';
import { Button, IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';
import type { ConfirmationDialogProps, DialogProps } from './Dialog.tsx';
import panel from './Popover.module.css';
import type { PopoverPanelProps } from './Popover.tsx';

/** What Dialog.tsx shows once it has been asked for: focus trapped, Esc closes; on the phone also a swipe and a step back. */
export function ModalDialog(props: DialogProps) {
  const { mobile } = useAtom(screenState);
  useCloseOnBack(props.open, props.onClose);
  return mobile ? <Sheet {...props} /> : <Middle {...props} />;
}

/** From the bottom edge; dragged down it closes. */
function Sheet({ open, onClose, title, children, keeps = false, first, last }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Drawer.Portal keepMounted={keeps}>
        <Drawer.Backdrop className={styles.scrim} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.sheet} {...(first && { initialFocus: first })} {...finalFocus(last)}>
            <span className={styles.grabber} aria-hidden="true" />
            <div className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <Drawer.Close render={<IconButton icon={close} label={t('close')} />} />
            </div>
            <div className={styles.body}>{children}</div>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** Where the focus goes when a dialog closes. */
const finalFocus = (last: DialogProps['last']) => (last ? { finalFocus: () => last() ?? true } : {});

function Middle({ open, onClose, title, children, drawer, wide, keeps = false, first, last }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal keepMounted={keeps}>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup
          className={classNames(drawer ? styles.drawer : styles.dialog, drawer && styles[drawer], wide && styles.wide)}
          {...(first && { initialFocus: first })}
          {...finalFocus(last)}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton icon={close} label={t('close')} />} />
          </div>
          <div className={styles.body}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A question with two answers; the first focus is on the safe button. */
export function ModalConfirmationDialog({
  open,
  title,
  children,
  yes,
  no,
  other,
  danger,
  busy,
  onYes,
  onNo,
}: ConfirmationDialogProps) {
  const { t } = useTranslation();
  const safe = useRef<HTMLButtonElement>(null);
  useCloseOnBack(open, onNo);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onNo()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.scrim} />
        <AlertDialog.Popup className={styles.dialog} initialFocus={safe}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          {children && <AlertDialog.Description className={styles.description}>{children}</AlertDialog.Description>}
          <div className={styles.actions}>
            <AlertDialog.Close ref={safe} render={<Button>{no ?? t('cancel')}</Button>} />
            {other && (
              <Button disabled={busy} onClick={other.onChoose}>
                {other.name}
              </Button>
            )}
            <Button look={danger ? 'danger' : 'primary'} busy={busy && yes} onClick={onYes}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A small panel at a button, and the button: Esc and a press outside close it, focus goes back to the button. */
export function PopoverPanel({
  trigger,
  label,
  open,
  onOpenChange,
  children,
  className,
  focused,
  side = 'bottom',
  distance = 4,
}: PopoverPanelProps) {
  const button = useRef<HTMLButtonElement>(null);
  useCloseOnBack(open, () => onOpenChange(false));
  useLayoutEffect(() => {
    if (focused.current) button.current?.focus();
  }, [focused]);
  return (
    <Panel.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Panel.Trigger ref={button} render={trigger} />
      <Panel.Portal>
        <Panel.Positioner
          className={panel.place}
          side={side}
          align={side === 'right' ? 'end' : 'start'}
          sideOffset={distance}
        >
          <Panel.Popup className={classNames(panel.popover, className)} aria-label={label}>
            {children}
          </Panel.Popup>
        </Panel.Positioner>
      </Panel.Portal>
    </Panel.Root>
  );
}
