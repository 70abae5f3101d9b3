import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Toast.module.css';
import { nextToastMessage, type ToastMessage } from './Toast.tsx';

const manager = Toast.createToastManager<ToastMessage>();
/** A later toast takes the place of the one that stands. */
const id = 'toast';

/** The library says of each toast that it is no modal dialog, which is said of dialogs alone. */
const notModal = { 'aria-modal': undefined };

/** Ends the toast that stands. */
export const closeShownToast = (): void => manager.close(id);

/** What Toast.tsx shows once it has been asked for: read out, swiped away, reached by F6. */
export function ToastViewport() {
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Place />
      <Announcing />
    </Toast.Provider>
  );
}

/** Pointing at a toast keeps it only where it has a button of its own: a mere sentence may lie on what is pressed next. */
function Place() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager<ToastMessage>();
  const hasButton = toasts.some(({ data }) => data?.action);
  const ignoreHoverWithoutButton = (event: { preventBaseUIHandler: () => void }): void => {
    if (!hasButton) event.preventBaseUIHandler();
  };
  return (
    <Toast.Viewport
      className={styles.place}
      role="status"
      aria-label={t('toasts')}
      onMouseEnter={ignoreHoverWithoutButton}
      onMouseMove={ignoreHoverWithoutButton}
    >
      <Shown />
    </Toast.Viewport>
  );
}

/** Hands on what is to be said. */
function Announcing() {
  const { add } = Toast.useToastManager<ToastMessage>();
  const next = useAtom(nextToastMessage);
  useEffect(() => {
    if (!next) return;
    add({ id, description: next.text, timeout: next.duration, data: next });
    nextToastMessage.set(null);
  }, [next, add]);
  return null;
}

function Shown() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager<ToastMessage>();
  return toasts.map((one) => (
    <Toast.Root
      key={one.id}
      toast={one}
      role="group"
      {...notModal}
      swipeDirection={['down', 'left', 'right']}
      className={classNames(styles.toast, one.data?.isAside && styles.aside)}
    >
      <Toast.Description render={<span />} />
      <Button
        look="quiet"
        className={styles.act}
        onClick={() => {
          closeShownToast();
          one.data?.action?.run();
        }}
      >
        {one.data?.action?.name ?? t('close')}
      </Button>
    </Toast.Root>
  ));
}
