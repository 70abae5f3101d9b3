import caretRight from 'icon:caret-right-bold';
import notebook from 'icon:notebook';
import { type ClassOccurrence, findLinkedGroups } from '@bilim/contract/class-links.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassLinks, useClassViewer } from '../../classes/class-links.ts';
import { useClassEntryProgress, useEntryProgressText } from '../../classes/marking.data.ts';
import { formatDateTime } from '../../core/time.ts';
import { Icon } from '../../kit/Icon.tsx';
import { findUnfilledClasses, type TodayData } from './today.data.ts';
import styles from './UnfilledClasses.module.css';

/** So many classes are named, the others counted. */
const maxNamed = 2;

/** For a teacher: classes of the last days that are not marked to the last student; leads to the first of them. */
export function UnfilledClasses({ day }: { day: TodayData }) {
  const marking = useClassEntryProgress();
  if (!marking) return null;
  const open = findUnfilledClasses(day, marking);
  const [first] = open;
  return first ? <Strip first={first} all={open} marking={marking} /> : null;
}

interface StripProps {
  first: ClassOccurrence;
  all: readonly ClassOccurrence[];
  marking: NonNullable<ReturnType<typeof useClassEntryProgress>>;
}

function Strip({ first, all, marking }: StripProps) {
  const { t } = useTranslation('today');
  const markingWords = useEntryProgressText();
  const linkSearch = useClassLinks();
  const groups = findLinkedGroups(first.lesson, useClassViewer());
  const named = all.slice(0, maxNamed).map((occurrence, place) => {
    const { startsAt } = occurrence.lesson;
    // A day is named once, before the first of its classes.
    const isSameDay = all[place - 1]?.day === occurrence.day;
    const at = isSameDay ? startsAt : `${formatDateTime(occurrence.day, 'list')}, ${startsAt}`;
    return [at, markingWords(marking(occurrence))].filter(Boolean).join(' ');
  });
  return (
    <Link to="/journal" search={linkSearch('journal', first, groups)} className={styles.strip}>
      <span className={styles.sign}>
        <Icon of={notebook} size="s" />
      </span>
      <span className={styles.words}>
        <b>{t('unmarked', { count: all.length })}</b>
        <small>{named.join(' · ')}</small>
      </span>
      <Icon of={caretRight} size="xs" />
    </Link>
  );
}
