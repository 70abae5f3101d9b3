import calendar from 'icon:calendar-x';
import { type ClassOccurrence, findLinkedGroups, type LessonGroup } from '@bilim/contract/class-links.ts';
import { shortenClassType } from '@bilim/contract/class-type.ts';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnRoomsContext } from '../apps/rooms.ts';
import { dayInWords } from '../core/time.ts';
import { DisciplineLink } from '../disciplines/DisciplineLink.tsx';
import { buttonClasses } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { formatNameWithHint } from '../kit/person.ts';
import { type ClassLinkRoom, useClassLinks, useClassViewer } from './class-links.ts';
import { useUniversityTime } from './clock.ts';
import styles from './LessonDialog.module.css';
import { useClassChangeScope } from './may-change-classes.ts';
import { useLessonFormatters } from './useLessonFormatters.ts';

interface Props {
  chosen: ClassOccurrence | null;
  onClose: () => void;
}

/** All about one class, with the ways to its journal, chat and materials. */
export function LessonDialog({ chosen, onClose }: Props) {
  return (
    <Dialog open={chosen !== null} onClose={onClose} title={chosen && <Name occurrence={chosen} onClose={onClose} />}>
      {chosen && (
        <>
          <Facts occurrence={chosen} />
          <RoomLinks occurrence={chosen} />
        </>
      )}
    </Dialog>
  );
}

/** The discipline, which leads to its page. */
function Name({ occurrence: { lesson, term }, onClose }: { occurrence: ClassOccurrence; onClose: () => void }) {
  const { id_discipline: id, isSelect, kredit, discipline } = lesson;
  return (
    <DisciplineLink of={{ id, isSelect, kredit }} {...(term && { term })} onClick={onClose}>
      {discipline}
    </DisciplineLink>
  );
}

function Facts({ occurrence: { lesson, day } }: { occurrence: ClassOccurrence }) {
  const { t } = useTranslation('schedule');
  const facts = useLessonFormatters();
  const weeks = [
    facts.change(lesson) ?? facts.rhythm(lesson) ?? t('details.every'),
    lesson.date === null && t('details.weeksFromTo', { from: lesson.week_from, to: lesson.week_to }),
  ];
  const lines: [string, string, boolean][] = [
    [
      t('details.kind'),
      [shortenClassType(lesson.name_vid_zaniatiy), facts.subgroup(lesson)].filter(Boolean).join(', '),
      true,
    ],
    [t('details.time'), `${dayInWords(day)}, ${lesson.startsAt}–${lesson.endsAt}`, false],
    [t('details.place'), [facts.room(lesson), lesson.building].filter(Boolean).join(', '), true],
    [t('details.teacher'), formatNameWithHint(lesson.t_fio, lesson.apart), true],
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

function RoomLinks({ occurrence }: { occurrence: ClassOccurrence }) {
  const { t } = useTranslation('schedule');
  const rooms = use(OwnRoomsContext);
  const viewer = useClassViewer();
  const linkSearch = useClassLinks();
  const moves = useClassChangeScope();
  const { day } = useUniversityTime();
  const groups = findLinkedGroups(occurrence.lesson, viewer);
  /** What one does there: a teacher marks a class that has come, a student writes to its teacher. */
  const verb = (name: string) => {
    if (name === 'journal' && viewer.teacher && occurrence.day <= day) return t('details.mark');
    return name === 'chat' && !viewer.teacher ? t('details.write') : t(`common:rooms.${name}.name`);
  };
  const classLink = (name: ClassLinkRoom, to: readonly (LessonGroup | null)[], named = false) => {
    const room = rooms.find((one) => one.name === name);
    if (!room) return [];
    const [group] = to;
    return (
      <Link
        key={`${name}.${group?.id_group}`}
        to={room.path}
        search={linkSearch(name, occurrence, to)}
        className={buttonClasses('soft')}
      >
        <Icon of={room.tile} size="s" />
        {verb(name)}
        {named && <span translate="no"> · {group?.p20}</span>}
      </Link>
    );
  };
  const links = [
    classLink('journal', groups),
    ...groups.map((group) => classLink('chat', [group], groups.length > 1)),
    classLink('umk', groups),
  ].flat();
  if (!links.length && !moves) return null;
  return (
    <nav className={styles.roomLinks} aria-label={t('details.open')}>
      {links}
      {moves && (
        <Link
          to="/changes"
          search={{
            kind: 'teacher',
            id: occurrence.lesson.id_teacher,
            day: occurrence.day,
            at: occurrence.lesson.id_time,
          }}
          className={buttonClasses('soft')}
        >
          <Icon of={calendar} size="s" />
          {t('details.change')}
        </Link>
      )}
    </nav>
  );
}
