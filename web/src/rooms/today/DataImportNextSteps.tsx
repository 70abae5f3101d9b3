import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useIsUniversityMissing } from '../../kit/MissingUniversityMessage.tsx';
import styles from './DataImportNextSteps.module.css';
import staff from './StaffToday.module.css';

/** What is done first in a new portal, in its order, and the room in which it is done. */
const steps = [
  { name: 'data', to: '/data' },
  { name: 'passwords', to: '/data' },
  { name: 'rights', to: '/people' },
  { name: 'news', to: '/news' },
] as const;

/** In a portal without a university: what whoever may load one does next. */
export function DataImportNextSteps() {
  const { t } = useTranslation('today');
  const { user } = useAtom(session);
  const isEmpty = useIsUniversityMissing();
  if (!isEmpty || !user?.permissions.includes('import')) return null;
  return (
    <section className={classNames(card.card, staff.queue, styles.steps)} aria-labelledby="next-steps">
      <h2 id="next-steps">{t('setUp.title')}</h2>
      <ol>
        {steps.map(({ name, to }) => (
          <li key={name}>
            <Link to={to}>{t(`setUp.${name}`)}</Link>
            <small>{t(`setUp.${name}Help`)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
