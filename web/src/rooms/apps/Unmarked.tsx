import caretRight from 'icon:caret-right-bold';
import notebook from 'icon:notebook';
import { groupsLedTo, type Held } from '@bilim/contract/lead.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { momentInWords } from '../../core/time.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useLead, useLooker } from '../../university/leads.ts';
import { type Marking, useMarking } from '../../university/marking.data.ts';
import { type Day, unmarked } from './today.data.ts';
import styles from './Unmarked.module.css';

/** So many classes are named, the others counted. */
const mostNamed = 2;

/** For a teacher: classes of the last days of which nothing is entered; leads to the first of them. */
export function Unmarked({ day }: { day: Day }) {
  const marking = useMarking();
  if (!marking) return null;
  const open = unmarked(day, marking, (held) => hasOpen(marking(held)));
  const [first] = open;
  return first ? <Strip first={first} all={open} /> : null;
}

const hasOpen = ({ entered, students }: Marking) => students > 0 && entered === 0;

function Strip({ first, all }: { first: Held; all: readonly Held[] }) {
  const { t } = useTranslation('apps');
  const lead = useLead();
  const groups = groupsLedTo(first.lesson, useLooker());
  const named = all.slice(0, mostNamed).map(({ day, lesson }) => `${momentInWords(day, 'list')}, ${lesson.startsAt}`);
  return (
    <Link to="/journal" search={lead('journal', first, groups)} className={styles.strip}>
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
