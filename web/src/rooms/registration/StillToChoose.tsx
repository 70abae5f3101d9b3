import { useTranslation } from 'react-i18next';
import { type Discipline, missingOf, stillToChoose, waitsFor } from './disciplines.ts';
import styles from './StillToChoose.module.css';

/** What is not registered yet, and why: class types to choose, places in lines, blocks. Nothing where all is done. */
export function StillToChoose({ disciplines }: { disciplines: readonly Discipline[] }) {
  const { t } = useTranslation('registration');
  const { begun, blocks } = stillToChoose(disciplines);
  if (!begun.length && !blocks.length) return null;
  const leftOf = (one: Discipline) => {
    const missing = missingOf(one).join(', ').toLocaleLowerCase();
    return [missing, waitsFor(one) && t('leftInLine')].filter(Boolean).join('; ');
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
