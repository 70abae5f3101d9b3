import { useTranslation } from 'react-i18next';
import { ClassStrip } from '../../classes/ClassStrip.tsx';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Discipline.module.css';
import { useOwnEntries } from './discipline.data.ts';

/** So many classes are shown without scrolling. */
const shown = 8;

/** How a student's last classes went, one cell each; absent while there was none. */
export function RecentClasses({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { list, isAwaited } = useOwnEntries(cascade);
  if (!list?.length && !isAwaited) return null;
  return (
    <section className={classNames(card.card, styles.last)} aria-labelledby="discipline-strip">
      <header>
        <h2 id="discipline-strip">{t('byClass')}</h2>
        {list && <p>{t('lastClasses', { count: Math.min(shown, list.length) })}</p>}
      </header>
      {list ? (
        <ClassStrip
          rows={list}
          labelledBy="discipline-strip"
          words={{ absent: t('absent'), present: t('present'), none: t('noEntry') }}
        />
      ) : (
        <Skeleton>
          <SkeletonBar className={styles.lastBar} />
        </Skeleton>
      )}
    </section>
  );
}
