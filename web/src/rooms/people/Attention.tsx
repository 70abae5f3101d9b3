import { useTranslation } from 'react-i18next';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { HelpTexts } from './HelpTexts.tsx';
import styles from './People.module.css';
import { PrivacyText } from './PrivacyText.tsx';
import type { PeopleFigures } from './people.data.ts';
import { useRightNames } from './words.ts';

interface Props {
  of: PeopleFigures;
  /** Shows those alone: what of the address changes. */
  onChoose: (change: { state?: string | undefined; right?: string | undefined }) => void;
}

/** Who asks for attention, and who may do what beyond the role; each line shows its people. */
export function Attention({ of, onChoose }: Props) {
  const { t } = useTranslation('people');
  const rights = useRightNames();
  const isEverywhere = of.mayGive.some(({ permission, faculties }) => permission === 'accounts' && !faculties);
  return (
    <aside className={styles.side} aria-label={t('attention')}>
      <section className={classes(card.card, styles.box)}>
        <h2>{t('attention')}</h2>
        <ul>
          {(['asked', 'never', 'ending', 'blocked', 'nogroup', 'double'] as const).map((state) => (
            <li key={state}>
              <button type="button" onClick={() => onChoose({ state, right: undefined })}>
                {t(`asks.${state}`)}
                <b data-state={of[state] ? state : undefined}>{of[state]}</b>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes(card.card, styles.box)}>
        <h2>{t('beyond')}</h2>
        <ul>
          {of.rights.map(({ permission, people }) => (
            <li key={permission}>
              <button type="button" onClick={() => onChoose({ state: undefined, right: permission })}>
                {rights(permission)}
                <b>{people}</b>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <HelpTexts />
      {isEverywhere && <PrivacyText />}
    </aside>
  );
}
