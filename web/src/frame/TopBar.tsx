import magnifier from 'icon:magnifying-glass';
import sidebar from 'icon:sidebar-simple';
import { termWeekNumber } from '@bilim/contract/term-calendar.ts';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../classes/clock.ts';
import { useTermSpan } from '../classes/schedule.data.ts';
import { useKeyPress } from '../core/keys.ts';
import { openSearch } from '../core/search.ts';
import { IconButton } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Time } from '../kit/Time.tsx';
import { NoticeBell } from '../notices/NoticeBell.tsx';
import { useDisciplineColumn, useOpenUntilNavigation } from './column.ts';
import { DisciplineColumn } from './SideColumn.tsx';
import styles from './TopBar.module.css';

/** Above every room on wide screens: the one search, the day with its week, and the bell. */
export function TopBar() {
  return (
    <header className={styles.top}>
      <ColumnButtons />
      <FindField />
      <Day />
      <NoticeBell />
    </header>
  );
}

/** Looks like a field and opens the one search. */
function FindField() {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.find} aria-haspopup="dialog" onClick={openSearch}>
      <Icon of={magnifier} size="s" />
      <span>{t('find.field')}</span>
      <kbd>{/Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  );
}

/** Today, and inside a term whether its week is even or odd. */
function Day() {
  const { t } = useTranslation();
  const { day } = useUniversityTime();
  const span = useTermSpan();
  const inTerm = span && day >= span.startsOn && day <= span.endsOn;
  return (
    <p className={styles.day}>
      <Time at={day} form="weekday" />
      {inTerm && ` · ${t(termWeekNumber(span.startsOn, day) % 2 ? 'today.oddWeek' : 'today.evenWeek')}`}
    </p>
  );
}

/** Hides and shows the room's column; on narrower screens it opens as a drawer. */
function ColumnButtons() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const column = useDisciplineColumn();
  const [open, setOpen] = useOpenUntilNavigation(pathname);
  useKeyPress('BracketLeft', () => column?.toggle());
  if (!column) return null;
  return (
    <>
      <IconButton
        icon={sidebar}
        label={t(column.shown ? 'panel.hide' : 'panel.show')}
        className={styles.toggle}
        aria-pressed={column.shown}
        onClick={column.toggle}
      />
      <IconButton
        icon={sidebar}
        label={t('panel.open')}
        className={styles.drawer}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title={t('panel.label')} drawer="left">
        <DisciplineColumn />
      </Dialog>
    </>
  );
}
