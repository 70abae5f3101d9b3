import warm from 'icon:warning';
import bad from 'icon:warning-circle-fill';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../core/searchParams.ts';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Icon } from '../../kit/Icon.tsx';
import styles from './Data.module.css';
import type { FaultGroup } from './data.data.ts';

/** What is wrong, each with its place and the row itself; equal ones are one. */
export function ImportFaults({ groups }: { groups: readonly FaultGroup[] }) {
  const { t } = useTranslation('data');
  const { job } = useSearchParams('/data');
  const id = useId();
  return (
    <ul className={card.card}>
      {groups.map((fault, place) => (
        <li key={`${fault.file} ${fault.row} ${fault.column} ${fault.sentence}`} className={styles.fault}>
          <Icon of={fault.isWarning ? warm : bad} className={fault.isWarning ? styles.warmIcon : styles.badIcon} />
          <div>
            <h3 id={`${id}sentence${place}`}>
              <span className="hidden-text">{t(fault.isWarning ? 'isRemark' : 'isError')}: </span>
              {fault.sentence}
            </h3>
            <Place id={`${id}place${place}`} of={fault} />
            {fault.isUnknown && (
              <Link to="/recipes" search={{ from: job }} className={buttonClasses('soft')}>
                {t('recipe')}
              </Link>
            )}
            {fault.lines.length > 0 && <Rows of={fault} labelledBy={`${id}sentence${place} ${id}place${place}`} />}
            {fault.more > 0 && <p className={styles.small}>{t('more', { count: fault.more })}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Place({ id, of: { file, row, column } }: { id: string; of: FaultGroup }) {
  const { t } = useTranslation('data');
  if (!file) return null;
  const words =
    row === null
      ? column === null
        ? file
        : t('placeColumn', { file, column })
      : column === null
        ? t('placeRow', { file, row })
        : t('place', { file, row, column });
  return (
    <p id={id} className={styles.small}>
      {words}
    </p>
  );
}

/** The row with the one before it; the wrong cell in red. */
function Rows({ of: { headings, lines, row, column }, labelledBy }: { of: FaultGroup; labelledBy: string }) {
  const wrong = column?.split(', ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={styles.scroll} tabIndex={0} aria-labelledby={labelledBy} translate="no">
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">№</span>
            </th>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.row}>
              <th scope="row">{line.row}</th>
              {line.cells.map((cell, place) => (
                <td
                  key={headings[place]}
                  data-wrong={(line.row === row && wrong?.includes(headings[place] ?? '')) || undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
