import again from 'icon:arrow-clockwise-bold';
import { login } from '@bilim/contract/login.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callServer } from '../core/api.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { Button } from '../kit/Button.tsx';
import styles from './Message.module.css';

/** The portal is looked for every so many milliseconds, unless it answered whoever came here on their own. */
const lookEvery = 5_000;

interface Props {
  /** The address to open when the portal answers again; null when the person came here on their own. */
  back: string | null;
  /** Stands in the place of one page, with the shell around it. */
  inShell?: boolean;
}

/** Says that the portal cannot be reached; goes back by itself as soon as it can. */
export function OfflinePage({ back, inShell }: Props) {
  const { t } = useTranslation('essential');
  const [checking, setChecking] = useState(false);
  const [isUnavailable, setAway] = useState(back !== null);
  // The line may tell in several ways at once that it is back: one look is enough, and one step away from here.
  const looking = useRef(false);
  const check = useCallback(async () => {
    if (looking.current) return;
    looking.current = true;
    setChecking(true);
    const there = await callServer(login.config, {}).catch(() => null);
    if (there) return location.replace(back ?? import.meta.env.BASE_URL);
    setChecking(false);
    looking.current = false;
  }, [back]);
  // A browser that was opened without a network may report itself online, and then gets no `online` event.
  useEffect(() => {
    if (back === null) callServer(login.config, {}).catch(() => setAway(true));
  }, [back]);
  useEffect(() => {
    const look = () => void check();
    addEventListener('online', look);
    const stop = isPortalReachable.subscribe(() => isPortalReachable.get() && look());
    const timer = isUnavailable ? setInterval(look, lookEvery) : undefined;
    return () => {
      removeEventListener('online', look);
      stop();
      clearInterval(timer);
    };
  }, [check, isUnavailable]);
  const Place = inShell ? 'div' : 'main';
  return (
    <Place className={styles.message}>
      <title>{t('offline.title')}</title>
      <div>
        <CutCord />
        <h1>{t('offline.title')}</h1>
        <p>{t(inShell ? 'common:network.notKept' : 'offline.text')}</p>
        <Button look="primary" big icon={again} busy={checking && t('offline.checking')} onClick={() => void check()}>
          {t('offline.again')}
        </Button>
      </div>
    </Place>
  );
}

/** The cord is cut, the reflection gone pale. */
function CutCord() {
  return (
    <svg className={styles.picture} viewBox="0 0 280 200" aria-hidden="true">
      <path d="M140 14L64 92H104L120 78L140 96Z" className={styles.felt1} />
      <path d="M140 14L216 92H176L160 78L140 96Z" className={styles.felt2} />
      <path d="M64 92L56 100H224L216 92H176L160 78L140 96L120 78L104 92Z" className={styles.felt3} />
      <g fill="none" strokeWidth="5">
        <path d="M0 116H104M176 116H280" className={styles.blue} />
        <path d="M0 116H104M176 116H280" className={styles.apricot} strokeDasharray="9 9" />
      </g>
      <path
        d="M104 116C112 116 112 106 119 104M104 116C113 117 113 126 121 129M176 116C168 116 168 106 161 104M176 116C167 117 167 126 159 129"
        fill="none"
        className={styles.apricot}
        strokeWidth="3"
        strokeLinecap="round"
      />
      <g className={styles.felt3} opacity=".55">
        <path d="M70 134H210L202 142H78Z" />
        <path d="M94 150H186L178 158H102Z" />
        <path d="M118 166H162L140 187Z" />
      </g>
    </svg>
  );
}
