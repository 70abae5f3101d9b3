import caretLeft from 'icon:caret-left-bold';
import caretRight from 'icon:caret-right-bold';
import plus from 'icon:plus';
import printer from 'icon:printer';
import { type TimetableOwnerKind, timetableOwnerKinds } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { addDays, startOfWeek } from '@bilim/contract/term-calendar.ts';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../../classes/clock.ts';
import { useViewedTerm } from '../../classes/schedule.data.ts';
import { TimetablePaper } from '../../classes/TimetablePaper.tsx';
import { useAtom } from '../../core/atom.ts';
import { findInitialDay } from '../../core/findInitialDay.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { dayAndMonth } from '../../core/time.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { formatNameWithHint } from '../../kit/person.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { AddClassDialog } from './AddClassDialog.tsx';
import panel from './ClassPanel.module.css';
import { DayClasses } from './DayClasses.tsx';
import { FirstGroups } from './FirstGroups.tsx';
import { TimetableChangeForm } from './TimetableChangeForm.tsx';
import { TimetableChangeList } from './TimetableChangeList.tsx';
import styles from './TimetableChanges.module.css';
import {
  type ChangedClass,
  type ClassTimeSlot,
  toCourseReference,
  useClassTimeSlots,
  useTermTimetable,
  useTimetableSearch,
  useTimetableWeek,
} from './timetable-changes.data.ts';
import { useFirstFreeTimeSlot } from './useFirstFreeTimeSlot.ts';
import { WeekTable } from './WeekTable.tsx';

/** What of the room's address is read: whose timetable, a day of the week that is shown, and the slot of a class on it. */
function readAddress(search: PageParams<'/changes'>) {
  const { kind, id, day, at } = search;
  return { whose: kind && id ? { kind, id } : null, at: at ?? null, day: day ?? null };
}

/** Whose week is shown, the class that is open in it with the place that is thought of, and what changes these. */
function useWeekState(isOffice: boolean) {
  const now = useUniversityTime();
  const search = useSearchParams('/changes');
  const navigate = useNavigate();
  const { user } = useAtom(session);
  const { whose: named, day, at } = readAddress(search);
  const whose = isOffice ? named : { kind: 'teacher' as const, id: user?.uid ?? 0 };
  const shown = day ?? findInitialDay(null, now.day, 6);
  const monday = startOfWeek(shown);
  const [chosen, setOpen] = useState<ChangedClass | null>(null);
  const [place, setPlace] = useState<ClassTimeSlot | null>(null);
  /** The open class is one more of a course; a course is being chosen. */
  const [isNew, setNew] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const week = useTimetableWeek(whose, monday);
  const go = (next: PageParams<'/changes'>) =>
    void navigate({ to: '.', search: { ...search, ...next }, replace: true });
  const choose = (one: ChangedClass | null, asNew = false) => {
    if (!one && at !== null) go({ at: undefined });
    setOpen(one);
    setNew(asNew);
    setAdding(false);
    setPlace(null);
  };
  const [read] = week.data ?? [];
  // The class from whose sheet one came.
  const sought = read?.classes.find((one) => one.day === day && one.id_time === at && one.mayChange);
  const open: ChangedClass | null = chosen ?? sought ?? null;
  const places = useClassTimeSlots(open, monday, isNew);
  /** Another day or week; the class that is being changed stays. */
  const turn = (next: string) => {
    setOpen(open);
    go({ day: next, at: undefined });
  };
  const seekLater = useFirstFreeTimeSlot({ of: open, places, monday, onPlace: setPlace, onWeek: turn });
  return {
    ...{ whose, shown, monday, today: now.day, week, read, open, free: open ? (places.data ?? []) : [], place, isNew },
    ...{ isAdding, setAdding, setPlace, go, choose, turn, seekLater },
  };
}

type WeekState = ReturnType<typeof useWeekState>;

/** A week of a group, teacher or room, in which one class is changed; below it what was changed. */
export function TimetableWeekEditor({ isOffice }: { isOffice: boolean }) {
  const { t } = useTranslation('timetable-changes');
  const state = useWeekState(isOffice);
  const { whose, week, read, shown, open, choose, go } = state;
  const { mobile } = useAtom(screenState);
  const chooseWhose = ({ kind, id }: { kind: string; id: number }) => {
    choose(null);
    go({ kind: timetableOwnerKinds.find((one) => one === kind), id, day: shown, at: undefined });
  };
  return (
    <>
      {/* On the phone the class that is being changed is what the page begins with. */}
      {isOffice && !(mobile && open) && <Choosing onChoose={chooseWhose} />}
      {!whose && (
        <>
          <EmptyState title={t('choose')}>{t('chooseMore')}</EmptyState>
          <FirstGroups onChoose={chooseWhose} />
        </>
      )}
      {whose && week.error && !week.data && (
        <LoadFailure title={t('failed')} failure={week.error} onRetry={() => void week.refetch()} />
      )}
      {whose && week.isPending && (
        <Skeleton className={styles.skeleton}>
          <SkeletonBar className={styles.skeletonBar} />
          <SkeletonBar className={styles.skeletonBar} />
        </Skeleton>
      )}
      {whose && week.data && !read && <EmptyState title={t('gone')} />}
      {read && <Week state={state} name={formatNameWithHint(read.name, read.apart)} isOffice={isOffice} />}
      {state.isAdding && whose && (
        <AddClassDialog
          whose={whose}
          day={shown}
          onChoose={(one) => choose(one, true)}
          onClose={() => state.setAdding(false)}
        />
      )}
      <TimetableChangeList />
    </>
  );
}

interface WeekProps {
  state: WeekState;
  name: string;
  isOffice: boolean;
}

/**
 * The week as a table, beside it the class that is open, whose room is there before it: what is dragged keeps its places. On
 * the phone a day of it, and while a class is open that class first, with its places inside its form.
 */
function Week({ state, name, isOffice }: WeekProps) {
  const { t } = useTranslation('timetable-changes');
  const { mobile } = useAtom(screenState);
  const { open, place, setPlace, isNew, free, choose, turn } = state;
  const { classes = [], times = [] } = state.read ?? {};
  const parts = { classes, monday: state.monday, today: state.today, open, place };
  const day = <DayClasses {...parts} places={free} day={state.shown} onDay={turn} onOpen={choose} onPlace={setPlace} />;
  const form = open && (
    <TimetableChangeForm
      key={JSON.stringify([toCourseReference(open), open.day, isNew])}
      of={open}
      isNew={isNew}
      isOffice={isOffice}
      place={place}
      onPlace={setPlace}
      onLater={state.seekLater}
      onClose={() => choose(null)}
    >
      {mobile && (
        <div className={styles.main}>
          <div className={styles.bar}>
            <WeekArrows state={state} />
          </div>
          {day}
        </div>
      )}
    </TimetableChangeForm>
  );
  if (mobile)
    return (
      form || (
        <div className={styles.main}>
          <WeekBar state={state} name={name} isOffice={isOffice} />
          {day}
        </div>
      )
    );
  return (
    <div className={classNames(styles.two, styles.withPanel)}>
      <div className={styles.main}>
        <WeekBar state={state} name={name} isOffice={isOffice} />
        <WeekTable
          {...parts}
          times={times}
          places={free}
          onOpen={choose}
          onPlace={setPlace}
          onClear={() => setPlace(null)}
        />
      </div>
      {form || (
        <div className={classNames(card.card, panel.unchosen)}>
          <h2>{t('chooseClass')}</h2>
          <p className={styles.about}>{t('chooseClassMore')}</p>
        </div>
      )}
    </div>
  );
}

/** The weeks before and after the one that is shown. */
function WeekArrows({ state: { shown, monday, turn } }: { state: WeekState }) {
  const { t } = useTranslation('timetable-changes');
  return (
    <>
      <IconButton icon={caretLeft} size="s" label={t('earlier')} onClick={() => turn(addDays(shown, -7))} />
      <b>{`${dayAndMonth(monday)} – ${dayAndMonth(addDays(monday, 5))}`}</b>
      <IconButton icon={caretRight} size="s" label={t('later')} onClick={() => turn(addDays(shown, 7))} />
    </>
  );
}

/** Whose week it is, the weeks before and after it, and what the office does besides. */
function WeekBar({ state, name, isOffice }: WeekProps) {
  const { whose, today, turn, setAdding } = state;
  const { t } = useTranslation('timetable-changes');
  const { mobile } = useAtom(screenState);
  return (
    <div className={styles.bar}>
      <h2 translate="no">{name}</h2>
      <WeekArrows state={state} />
      <Button look="soft" onClick={() => turn(today)}>
        {t('thisWeek')}
      </Button>
      {isOffice && (
        <Button icon={plus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {t('addClass')}
        </Button>
      )}
      {isOffice && !mobile && whose && <PrintWhole whose={whose} />}
    </div>
  );
}

/** Prints the timetable of the whole term of whom the week shows. */
function PrintWhole({ whose }: { whose: { kind: TimetableOwnerKind; id: number } }) {
  const { t } = useTranslation('schedule');
  const term = useViewedTerm();
  const [isPrinting, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  const whole = useTermTimetable(isPrinting && term ? { ...whose, ...term } : null);
  const [found] = whole.data ?? [];
  const of = found ? { kind: whose.kind, name: found.name, week: found.days } : null;
  return (
    <>
      <IconButton icon={printer} size="s" label={t('print')} onClick={() => setPrinting(true)} />
      {isPrinting && term && <TimetablePaper of={of} term={term} onDone={done} />}
    </>
  );
}

/** Goes along the buttons of a list by the arrows, from the field above them too. */
function onFoundKey(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const place = rows.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'ArrowDown') rows[Math.min(place + 1, rows.length - 1)]?.focus();
  else if (event.key === 'ArrowUp' && place > 0) rows[place - 1]?.focus();
  else if (event.key === 'ArrowUp' && place === 0) event.currentTarget.querySelector('input')?.focus();
  else return;
  if (rows.length) event.preventDefault();
}

/** Finds a group, a teacher or a room; Enter takes the first, as soon as it is found. */
function Choosing({ onChoose }: { onChoose: (whose: { kind: string; id: number }) => void }) {
  const { t } = useTranslation('timetable-changes');
  const [typed, setTyped] = useState('');
  const [entered, setEntered] = useState<string | null>(null);
  const found = useTimetableSearch(typed);
  const isTyped = [...typed.trim()].length >= 2;
  const choose = (one: { kind: string; id: number }) => {
    setTyped('');
    setEntered(null);
    onChoose(one);
  };
  // What is there while others are looked for belongs to another text.
  const isFound = found.isSuccess && !found.isPlaceholderData;
  const [first] = (isTyped && isFound && found.data) || [];
  const isEntered = entered !== null && entered === typed && isFound;
  const take = useEffectEvent(() => {
    if (first) choose(first);
    else setEntered(null);
  });
  useEffect(() => {
    if (isEntered) take();
  }, [isEntered]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way between its field and buttons
    <div
      className={styles.search}
      onKeyDown={(event) => {
        const { target, key } = event;
        if (key === 'Enter' && target instanceof HTMLInputElement) setEntered(target.value);
        else onFoundKey(event);
      }}
    >
      <SearchField label={t('find')} value={typed} onSearch={setTyped} />
      {isTyped && found.data && (
        <ul className={classNames(card.card, styles.found)}>
          {found.data.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <button type="button" onClick={() => choose(one)}>
                <span translate="no">{one.name}</span>
                <small>{[t(`kind.${one.kind}`), one.apart].filter(Boolean).join(' · ')}</small>
              </button>
            </li>
          ))}
          {found.data.length === 0 && <li className={styles.none}>{t('nothingFound')}</li>}
        </ul>
      )}
    </div>
  );
}
