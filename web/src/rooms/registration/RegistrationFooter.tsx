import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import type { sumCredits } from './disciplines.ts';
import styles from './RegistrationFooter.module.css';

interface Props {
  sum: ReturnType<typeof sumCredits>;
  /** The most credits of the semester. */
  limit: number;
  isOpen: boolean;
  onReview: () => void;
}

/** Credits so far, how many disciplines are chosen, and the one button. */
export function RegistrationFooter({ sum, limit, isOpen, onReview }: Props) {
  const { t } = useTranslation('registration');
  const { mobile } = useAtom(screenState);
  const connected = useAtom(isPortalReachable);
  const format = numberFormat();
  const whole = Math.max(sum.wanted + sum.beyond, sum.chosen, 1);
  const share = (credits: number) => `${(100 * credits) / whole}%`;
  const credits = t('creditsSum', { n: format.format(sum.byPlan), of: format.format(sum.wanted) });
  return (
    <footer className={classNames(styles.foot, mobile && styles.phone)}>
      <div>
        <p className={styles.words}>
          <b>{credits}</b>
          <span className={classNames(sum.chosen > limit && styles.over)}>
            {t('disciplinesSum', { n: sum.disciplines, of: sum.ofDisciplines })}
            {sum.beyond > 0 && ` · ${t('beyondPlan', { n: format.format(sum.beyond) })}`}
            {(!mobile || sum.chosen > limit) && ` · ${t('upTo', { n: format.format(limit) })}`}
          </span>
        </p>
        <div className={styles.bar} aria-hidden="true">
          <i
            className={styles.before}
            style={{ '--share': share(sum.byPlan + sum.beyond - sum.here) } as CSSProperties}
          />
          <i className={styles.here} style={{ '--share': share(sum.here) } as CSSProperties} />
        </div>
      </div>
      {isOpen && (
        <Button look="primary" big wide={mobile} disabled={!connected} onClick={onReview}>
          {t(connected ? 'review' : 'laterOnline')}
        </Button>
      )}
    </footer>
  );
}
