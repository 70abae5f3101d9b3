import wrench from 'icon:warning-circle-fill';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { now } from '../core/clock.ts';
import { language, wireLanguage } from '../core/i18n.ts';
import { session } from '../core/session.ts';
import { dayOf, momentInWords } from '../core/time.ts';
import { Icon } from '../kit/Icon.tsx';
import styles from './MaintenanceBanner.module.css';

/** The longest pause that a browser's timer knows, in milliseconds. */
const longestPause = 2 ** 31 - 1;

/** Whether a moment has come. */
function useHasCome(moment: string): boolean {
  const left = Date.parse(moment) - now().getTime();
  const [, wake] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => wake((times) => times + 1), Math.min(left, longestPause));
    return () => clearTimeout(timer);
  }, [left]);
  return left <= 0;
}

/** On top of every page while work on the server is announced or goes on: from when, until when and why. */
export default function MaintenanceBanner() {
  const work = useAtom(session).config?.maintenance;
  return work ? <Work {...work} /> : null;
}

function Work({
  begins,
  ends,
  reason,
}: NonNullable<NonNullable<ReturnType<typeof session.get>['config']>['maintenance']>) {
  const { t } = useTranslation('maintenance');
  const spoken = useAtom(language);
  const hasBegun = useHasCome(begins);
  const last = ends && momentInWords(ends, dayOf(ends) === dayOf(begins) || hasBegun ? 'clock' : 'exact');
  const when = [momentInWords(begins, 'exact'), last].filter(Boolean).join('–');
  return (
    <div className={styles.banner} role="status" data-now={hasBegun || undefined}>
      <Icon of={wrench} size="s" />
      <p>
        {hasBegun ? t(last ? 'nowUntil' : 'now', { ends: last }) : t('planned', { when })}
        {reason && <span>{reason[wireLanguage(spoken)]}</span>}
      </p>
    </div>
  );
}
