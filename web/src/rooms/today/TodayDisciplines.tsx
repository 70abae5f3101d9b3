import { addDays } from '@bilim/contract/term-calendar.ts';
import { lessonState } from '@bilim/contract/timetable.ts';
import { selectionUpdates } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUnreadCounts } from '../../conversations/unread.data.ts';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { useUrlSelection } from '../../core/searchParams.ts';
import { weekdayName } from '../../core/time.ts';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { Bullet } from '../../kit/Bullet.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import styles from './TodayDisciplines.module.css';
import { type TodayData, useTermDisciplines } from './today.data.ts';

/** The disciplines of the term with their next class; what waits unread in one is marked. */
export function TodayDisciplines({ day }: { day: TodayData }) {
  const { t } = useTranslation('today');
  const { mobile } = useAtom(screenState);
  const chosen = useUrlSelection();
  const { list, error, refetch, term } = useTermDisciplines(day);
  const unread = useUnreadCounts();
  const when = useWhen(day);
  if (error && !list)
    return (
      <LoadFailure small title={t('common:panel.failedDisciplines')} failure={error} onRetry={() => void refetch()} />
    );
  if (!list?.length || !term) return null;
  return (
    <section className={styles.part} aria-labelledby="disciplines">
      <SectionHeader id="disciplines" title={t('common:panel.disciplines')}>
        {!mobile && <span>{t(`common:term.${term.ws}`)}</span>}
      </SectionHeader>
      <ul className={mobile ? styles.cards : classNames(card.card, styles.rows)}>
        {list.map(({ key, id, discipline, kredit, next }) => (
          <li key={key}>
            <Link
              to="/d/$id"
              params={{ id: String(id) }}
              search={selectionUpdates.discipline(chosen, key)}
              className={mobile ? styles.card : styles.row}
            >
              <DisciplineTile id={id} name={discipline} />
              <b translate="no">
                <WholeWordText>{discipline}</WholeWordText>
              </b>
              <small>
                {unread.in({ ...term, id_discipline: id, kredit }) > 0 && (
                  <>
                    <Bullet className={styles.new} />
                    <span className="hidden-text">{t('unread')}</span>
                  </>
                )}
                {next && when(next)}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When a class is, as short as can be: «сейчас», «11:00», «завтра», «пт, 08:00». */
function useWhen({ now }: TodayData) {
  const { t } = useTranslation('today');
  return ({ day, lesson }: { day: string; lesson: Parameters<typeof lessonState>[0] }): string => {
    if (day === now.day) return lessonState(lesson, now.time) === 'now' ? t('isNow') : lesson.startsAt;
    if (day === addDays(now.day, 1)) return t('isTomorrow');
    return `${weekdayName(day, 'short').toLocaleLowerCase()}, ${lesson.startsAt}`;
  };
}
