import caretLeft from 'icon:caret-left-bold';
import caretRight from 'icon:caret-right-bold';
import { addDays, mondayOf } from '@bilim/contract/weeks.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { screenState } from '../../core/screen.ts';
import { dayAndMonth } from '../../core/time.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import { Bone, Empty, Failed, Skeleton } from '../../kit/States.tsx';
import { useNow } from '../../university/clock.ts';
import { Act } from './Act.tsx';
import { Changed } from './Changed.tsx';
import styles from './Changes.module.css';
import { type Class, type Place, useFound, usePlaces, useWeek } from './changes.data.ts';
import { DayClasses } from './DayClasses.tsx';
import { WeekTable } from './WeekTable.tsx';

/** What of the room's address is read: whose timetable, and a day of the week that is shown. */
function readAddress(search: Readonly<Record<string, unknown>>) {
  const { kind, id, day } = search;
  const isKnown = typeof kind === 'string' && ['group', 'teacher', 'room'].includes(kind) && Number(id) > 0;
  return {
    whose: isKnown ? { kind: kind as string, id: Number(id) } : null,
    day: typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
  };
}

/** A week of a group, teacher or room, in which one class is changed; below it what was changed. */
export function Classes() {
  const { t } = useTranslation('changes');
  const { mobile } = useCell(screenState);
  const now = useNow();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const { whose, day = null } = readAddress(search);
  const shown = day ?? now.day;
  const [open, setOpen] = useState<Class | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const week = useWeek(whose, mondayOf(shown));
  const places = usePlaces(open, mondayOf(shown));
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...next }, replace: true });
  const choose = (one: Class | null) => {
    setOpen(one);
    setPlace(null);
  };
  const [read] = week.data ?? [];
  const parts = { classes: read?.classes ?? [], monday: mondayOf(shown), today: now.day, open, place };
  const free = open ? (places.data ?? []) : [];
  return (
    <>
      <Choosing
        onChoose={({ kind, id }) => {
          choose(null);
          go({ kind, id, day: shown });
        }}
      />
      {!whose && <Empty title={t('choose')}>{t('chooseMore')}</Empty>}
      {whose && week.error && !week.data && (
        <Failed title={t('failed')} failure={week.error} onRetry={() => void week.refetch()} />
      )}
      {whose && week.isPending && (
        <Skeleton className={styles.bones}>
          <Bone className={styles.bone} />
          <Bone className={styles.bone} />
        </Skeleton>
      )}
      {whose && week.data && !read && <Empty title={t('gone')} />}
      {read && (
        <div className={classes(styles.two, open && !mobile && styles.withPanel)}>
          <div className={styles.main}>
            <div className={styles.bar}>
              <h2 translate="no">{read.name}</h2>
              <IconButton
                icon={caretLeft}
                size="s"
                label={t('earlier')}
                onClick={() => go({ day: addDays(shown, -7) })}
              />
              <b>{`${dayAndMonth(mondayOf(shown))} – ${dayAndMonth(addDays(mondayOf(shown), 5))}`}</b>
              <IconButton
                icon={caretRight}
                size="s"
                label={t('later')}
                onClick={() => go({ day: addDays(shown, 7) })}
              />
              <Button look="soft" onClick={() => go({ day: now.day })}>
                {t('thisWeek')}
              </Button>
            </div>
            {mobile ? (
              <DayClasses
                {...parts}
                places={free}
                day={shown}
                onDay={(next) => go({ day: next })}
                onOpen={choose}
                onPlace={setPlace}
              />
            ) : (
              <WeekTable {...parts} places={free} onOpen={choose} onPlace={setPlace} />
            )}
          </div>
          {open && (
            <Act
              key={`${open.id_lesson} ${open.day}`}
              of={open}
              place={place}
              onPlace={setPlace}
              onClose={() => choose(null)}
            />
          )}
        </div>
      )}
      <Changed />
    </>
  );
}

/** Finds a group, a teacher or a room. */
function Choosing({ onChoose }: { onChoose: (whose: { kind: string; id: number }) => void }) {
  const { t } = useTranslation('changes');
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const isTyped = [...typed.trim()].length >= 2;
  return (
    <div className={styles.search}>
      <SearchField label={t('find')} value={typed} onSearch={setTyped} />
      {isTyped && found.data && (
        <ul className={classes(card.card, styles.found)}>
          {found.data.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <button
                type="button"
                onClick={() => {
                  setTyped('');
                  onChoose(one);
                }}
              >
                <span translate="no">{one.name}</span>
                <small>{t(`kind.${one.kind}`)}</small>
              </button>
            </li>
          ))}
          {found.data.length === 0 && <li className={styles.none}>{t('nothingFound')}</li>}
        </ul>
      )}
    </div>
  );
}
