import { readChosen } from '@bilim/contract/chosen.ts';
import {
  conversationOf,
  courseOf,
  type Group,
  groupsLedTo,
  type Held,
  type Looker,
  placeInJournal,
} from '@bilim/contract/lead.ts';
import { roleOf } from '@bilim/contract/who.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { session } from '../core/session.ts';
import { dayInWords } from '../core/time.ts';
import { buttonLook } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import styles from './LessonDialog.module.css';
import { MyRooms, type RoomTile } from './rooms.ts';
import { useFacts } from './useFacts.ts';

interface Props {
  chosen: Held | null;
  onClose: () => void;
}

/** All about one class, with the ways to its journal, chat and materials. */
export function LessonDialog({ chosen, onClose }: Props) {
  return (
    <Dialog open={chosen !== null} onClose={onClose} title={<span translate="no">{chosen?.lesson.discipline}</span>}>
      {chosen && (
        <>
          <Facts held={chosen} />
          <Ways held={chosen} />
        </>
      )}
    </Dialog>
  );
}

function Facts({ held: { lesson, day } }: { held: Held }) {
  const { t } = useTranslation('schedule');
  const facts = useFacts();
  const weeks = [
    facts.rhythm(lesson) ?? t('details.every'),
    lesson.date === null && t('details.weeksFromTo', { from: lesson.week_from, to: lesson.week_to }),
  ];
  const lines: [string, string, boolean][] = [
    [t('details.kind'), [lesson.name_vid_zaniatiy, facts.subgroup(lesson)].filter(Boolean).join(', '), true],
    [t('details.time'), `${dayInWords(day)}, ${lesson.startsAt}–${lesson.endsAt}`, false],
    [t('details.place'), [facts.room(lesson), lesson.building].filter(Boolean).join(', '), true],
    [t('details.teacher'), lesson.t_fio, true],
    [t('details.groups'), facts.groups(lesson), true],
    [t('details.weeks'), weeks.filter(Boolean).join(', '), false],
  ];
  return (
    <dl className={styles.facts}>
      {lines
        .filter(([, value]) => value)
        .map(([name, value, data]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate={data ? 'no' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Whose own journal and chat each group of a joint class has; the materials are those of the discipline. */
const ofGroups = ['journal', 'chat'] as const;

function Ways({ held }: { held: Held }) {
  const { t } = useTranslation('schedule');
  const { user } = useCell(session);
  const rooms = use(MyRooms);
  const looked = readChosen(useSearch({ strict: false }));
  const looker: Looker = { teacher: roleOf(user?.role) === 1, group: user?.id_group ?? null };
  const groups = groupsLedTo(held.lesson, looker);
  const search = (room: string, group: Group | null) => searchOf(room, held, group, looker, looked);
  const way = (room: RoomTile, group: Group | null, named = false) => (
    <Link
      key={`${room.name}.${group?.id_group}`}
      to={room.path}
      search={search(room.name, group)}
      className={buttonLook('soft')}
    >
      <Icon of={room.tile} size="s" />
      {t(`common:rooms.${room.name}.name`)}
      {named && <span translate="no"> · {group?.p20}</span>}
    </Link>
  );
  const materials = rooms.find(({ name }) => name === 'umk');
  const lead = ofGroups.flatMap((name) => {
    const room = rooms.find((one) => one.name === name);
    return room ? groups.map((group) => way(room, group, groups.length > 1)) : [];
  });
  if (!lead.length && !materials) return null;
  return (
    <nav className={styles.ways} aria-label={t('details.open')}>
      {lead}
      {materials && way(materials, groups[0] ?? null)}
    </nav>
  );
}

/** The address part with which a class opens a room: course and, in the room's own words, the class. */
function searchOf(
  room: string,
  held: Held,
  group: Group | null,
  looker: Looker,
  looked: ReturnType<typeof readChosen>,
) {
  const course = courseOf(held.lesson, group, looked);
  if (room === 'journal') return { ...course, ...placeInJournal(held, group) };
  return room === 'chat' ? { ...course, ...conversationOf(held.lesson, looker) } : course;
}
