import { useTranslation } from 'react-i18next';
import {
  type ChoosableDiscipline,
  findRemainingChoices,
  hasWaitlistedClassType,
  listMissingClassTypes,
} from './disciplines.ts';
import styles from './RemainingChoices.module.css';

interface Props {
  disciplines: readonly ChoosableDiscipline[];
  /** What is chosen and not confirmed is still to do; not where it is about to be confirmed. */
  confirmed?: boolean;
}

/** What is not registered yet, and why: class types to choose, choices to confirm, places in lines, blocks. */
export function RemainingChoices({ disciplines, confirmed = false }: Props) {
  const { t } = useTranslation('registration');
  const { begun, blocks } = findRemainingChoices(disciplines, { confirmed });
  if (!begun.length && !blocks.length) return null;
  const leftOf = (one: ChoosableDiscipline) => {
    const missing = listMissingClassTypes(one).join(', ').toLocaleLowerCase();
    const unconfirmed = confirmed && one.isNew && t('leftToConfirm');
    return [missing, unconfirmed, hasWaitlistedClassType(one) && t('onlyInLine')].filter(Boolean).join('; ');
  };
  return (
    <section className={styles.missing} aria-labelledby="still-to-choose">
      <h3 id="still-to-choose">{t('notChosen')}</h3>
      <ul>
        {begun.map((one) => (
          <li key={one.key}>
            <span translate="no">{one.name}</span>: {leftOf(one)}
          </li>
        ))}
        {blocks.map((block) => (
          <li key={block}>{t('block', { n: block })}</li>
        ))}
      </ul>
    </section>
  );
}
