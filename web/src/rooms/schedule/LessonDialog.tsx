import { Link, useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { choose, readChosen } from '../../university/chosen.ts';
import { MyRooms } from '../../university/rooms.ts';
import { wordsOfDay } from '../../university/Today.tsx';
import type { Lesson } from '../../university/timetable.ts';
import styles from './Schedule.module.css';
import { useFacts } from './useFacts.ts';

/** The rooms in which a class goes on: its materials, its chat, its journal. */
const followed: readonly string[] = ['umk', 'chat', 'journal'];

interface Props {
  chosen: { lesson: Lesson; day: string } | null;
  onClose: () => void;
}

/** All about one class, with the ways to its materials, chat and journal. */
export function LessonDialog({ chosen, onClose }: Props) {
  const { lesson, day } = chosen ?? {};
  return (
    <Dialog open={lesson !== undefined} onClose={onClose} title={<span translate="no">{lesson?.discipline}</span>}>
      {lesson && day && <About lesson={lesson} day={day} />}
    </Dialog>
  );
}

function About({ lesson, day }: { lesson: Lesson; day: string }) {
  const { t } = useTranslation('schedule');
  const facts = useFacts();
  const rooms = use(MyRooms).filter(({ name }) => followed.includes(name));
  const search = choose.discipline(
    readChosen(useSearch({ strict: false })),
    `${lesson.id_discipline}.${lesson.isSelect ? 1 : 0}.${lesson.kredit}`,
  );
  const weeks = [
    facts.rhythm(lesson) ?? t('details.every'),
    lesson.date === null && t('details.weeksFromTo', { from: lesson.week_from, to: lesson.week_to }),
  ];
  const lines: [string, string, boolean][] = [
    [t('details.kind'), [lesson.name_vid_zaniatiy, facts.subgroup(lesson)].filter(Boolean).join(', '), true],
    [t('details.time'), `${wordsOfDay(day)}, ${lesson.startsAt}–${lesson.endsAt}`, false],
    [t('details.place'), [facts.room(lesson), lesson.building].filter(Boolean).join(', '), true],
    [t('details.teacher'), lesson.t_fio, true],
    [t('details.groups'), facts.groups(lesson), true],
    [t('details.weeks'), weeks.filter(Boolean).join(', '), false],
  ];
  return (
    <>
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
      {rooms.length > 0 && (
        <nav className={styles.ways} aria-label={t('details.open')}>
          {rooms.map(({ name, path, tile }) => (
            <Link key={name} to={path} search={search} className={buttonLook('soft')}>
              <Icon of={tile} size="s" />
              {t(`common:rooms.${name}.name`)}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
