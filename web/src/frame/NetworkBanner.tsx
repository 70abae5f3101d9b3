import check from 'icon:check-circle-fill';
import wifiSlash from 'icon:wifi-slash-bold';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { isPortalReachable, isServerUnreachable } from '../core/isPortalReachable.ts';
import { Icon } from '../kit/Icon.tsx';
import styles from './NetworkBanner.module.css';

/** «Сеть появилась» stays for this long, in milliseconds. */
const goodNewsStays = 2_000;

/** «Нет сети !!!» on top of everything while the network is lost or the server is away, and for 2 s that it is back (BASE-06). */
export function NetworkBanner() {
  const { t } = useTranslation('essential');
  const connected = useAtom(isPortalReachable);
  const isServerDown = useAtom(isServerUnreachable);
  const [back, setBack] = useState(false);
  useEffect(() => {
    if (connected) return;
    setBack(false);
    return () => setBack(true);
  }, [connected]);
  useEffect(() => {
    if (!back) return;
    const timer = setTimeout(() => setBack(false), goodNewsStays);
    return () => clearTimeout(timer);
  }, [back]);
  if (!connected)
    return (
      <div className={styles.banner} role="alert">
        <Icon of={wifiSlash} size="s" />
        <span>{t('netLost')}</span>
        {isServerDown && <span>{t('common:network.serverAway', { defaultValue: '' })}</span>}
      </div>
    );
  return back ? (
    <div className={`${styles.banner} ${styles.back}`} role="status">
      <Icon of={check} size="s" />
      {t('netBack')}
    </div>
  ) : null;
}
