import bell from 'icon:bell-ringing';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { toFailure } from '../../core/failure.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { isHandheldDevice, pushSupport } from './device.ts';
import { useSubscribePush } from './notification-settings.data.ts';
import styles from './PushSetup.module.css';

/** Offers notifications on this device; the browser is asked by the tap. Where it cannot be, says why and what helps. */
export function PushSetup({ children, className }: { children?: ReactNode; className?: string | undefined }) {
  const { t } = useTranslation('notification-settings');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const can = useAtom(pushSupport);
  const on = useSubscribePush();
  if (can === 'shared') return null;
  const isPossible = can === 'ask' || can === 'allowed';
  const tap = () =>
    on.mutate(undefined, {
      onSuccess: (done) => done && showToast(t('on.done')),
      // The browser's own failures are no sentences for people.
      onError: (error) => showToast(toFailure(error).status ? failureText(toFailure(error)) : t('on.failed')),
    });
  return (
    <section className={classNames(card.card, styles.card, className)} aria-labelledby="switch-on">
      <Icon of={bell} />
      <div className={styles.words}>
        <h2 id="switch-on">{t(isHandheldDevice ? 'on.phone' : 'on.computer')}</h2>
        {isPossible && <p>{t('on.about')}</p>}
        {can === 'denied' && (
          <ol>
            <li>{t('on.denied.first')}</li>
            <li>{t('on.denied.second')}</li>
          </ol>
        )}
        {can === 'home' && <p>{t('on.home')}</p>}
        {can === 'never' && <p>{t('on.never')}</p>}
      </div>
      {(isPossible || children) && (
        <div className={styles.actions}>
          {isPossible && (
            <Button look="primary" disabled={!connected} busy={on.isPending && t('on.doing')} onClick={tap}>
              {t('on.do')}
            </Button>
          )}
          {children}
        </div>
      )}
    </section>
  );
}
