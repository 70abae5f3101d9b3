import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import type { Failure } from '../../core/failure.ts';
import { online } from '../../core/online.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Note } from '../../kit/Note.tsx';
import { shortName } from '../../kit/person.ts';
import styles from './Flow.module.css';
import { Disciplines, Options, Streams, Teachers } from './Lists.tsx';
import {
  type Course,
  type PlanRow,
  type Term,
  type useChoice,
  useStreams,
  useTeachers,
  type Wish,
} from './registration.data.ts';
import { Picked, Step, Steps } from './Steps.tsx';
import { clashesOf } from './StreamOption.tsx';
import type { Wishes } from './useWishes.ts';

interface Props {
  term: Term | null;
  /** Undefined while they are read. */
  courses: readonly Course[] | undefined;
  /** The plan with what is registered. */
  rows: readonly PlanRow[];
  failure: Failure | null;
  onRetry: () => void;
  course: Course | null;
  choice: ReturnType<typeof useChoice>;
  wishes: Wishes;
  isOpen: boolean;
  /** A registration is being moved: its discipline is settled. */
  changing: boolean;
}

/** Discipline, teacher, stream: three columns on the desktop, three steps on the phone. */
export function Flow(props: Props) {
  const { t } = useTranslation('registration');
  const { mobile } = useCell(screenState);
  const name = useId();
  const { courses, rows, failure, onRetry, course, choice, wishes } = props;
  const chosen = useChosen(props);
  const { teachers, teacher, streams, stream } = chosen;

  const parts = {
    disciplines: (
      <Options failure={failure} failedText={t('failedDisciplines')} onRetry={onRetry} loading={!courses}>
        {courses && (
          <Disciplines
            name={`${name}-d`}
            courses={courses}
            rows={rows}
            course={course}
            onChoose={choice.chooseCourse}
          />
        )}
      </Options>
    ),
    people: (
      <Teachers
        name={`${name}-t`}
        teachers={teachers}
        chosen={teacher?.id_teacher ?? null}
        onChoose={choice.chooseTeacher}
      />
    ),
    places: (
      <Streams
        name={`${name}-s`}
        streams={streams}
        chosen={stream?.subgroup ?? null}
        own={course?.own?.subgroup ?? null}
        onChoose={choice.chooseStream}
      />
    ),
    notes: <Notes wishes={wishes} clashes={stream ? clashesOf(stream) : []} />,
    act: <Act chosen={chosen} own={course?.own ?? null} wishes={wishes} isOpen={props.isOpen} />,
  };
  return mobile ? (
    <PhoneFlow parts={parts} course={course} teacher={teacher} choice={choice} heading={`${name}-h`} />
  ) : (
    <WideFlow
      parts={parts}
      course={course}
      teacher={teacher}
      stream={stream}
      choice={choice}
      changing={props.changing}
    />
  );
}

/** The teacher and the stream that are chosen, and the wish that comes of them; null while something is missing. */
function useChosen({ term, course, choice }: Props) {
  const teachers = useTeachers(term, course);
  const teacher = teachers.data?.find((one) => one.id_teacher === choice.rt) ?? null;
  const streams = useStreams(term, course, teacher?.id_teacher ?? null);
  const stream = streams.data?.find((one) => one.subgroup === choice.rg) ?? null;
  const wish: Wish | null =
    term && course && teacher && stream
      ? {
          ...term,
          id_discipline: course.id_discipline,
          kredits: course.kredits,
          id_vid_zaniatiy: course.id_vid_zaniatiy,
          id_teacher: teacher.id_teacher,
          subgroup: stream.subgroup,
          isByPlan: course.isByPlan,
          id_disciplineForStudent: course.own?.id_disciplineForStudent ?? -1,
        }
      : null;
  return { teachers, teacher, streams, stream, wish };
}

type Chosen = ReturnType<typeof useChosen>;

/** The parts that desktop and phone put together in their own ways. */
interface Parts {
  disciplines: ReactNode;
  people: ReactNode;
  places: ReactNode;
  notes: ReactNode;
  act: ReactNode;
}

interface ActProps {
  chosen: Chosen;
  own: PlanRow | null;
  wishes: Wishes;
  isOpen: boolean;
}

/** The one button: enrol, move; of a full stream join its line or leave it. */
function Act({ chosen: { stream, wish }, own, wishes, isOpen }: ActProps) {
  const { t } = useTranslation('registration');
  const { mobile } = useCell(screenState);
  const connected = useCell(online);
  const isOwn = stream !== null && own?.subgroup === stream.subgroup;
  const mayAct = isOpen && connected && wish !== null && !isOwn && (own?.canEdit ?? true);
  if (stream === null || stream.free >= 1)
    return (
      <Button
        look="primary"
        big={mobile}
        wide={mobile}
        disabled={!mayAct}
        busy={wishes.saving && t('saving')}
        onClick={() => wish && wishes.save(wish)}
      >
        {t(own?.subgroup ? 'move' : 'enrol')}
      </Button>
    );
  if (stream.place)
    return (
      <Button big wide={mobile} onClick={() => wishes.leave(stream.subgroup)} disabled={!connected}>
        {t('leaveLine')}
      </Button>
    );
  return (
    <Button
      big
      wide={mobile}
      disabled={!mayAct}
      busy={wishes.waiting && t('saving')}
      onClick={() => wish && wishes.wait(wish)}
    >
      {t('joinLine')}
    </Button>
  );
}

interface PhoneProps {
  parts: Parts;
  course: Course | null;
  teacher: Chosen['teacher'];
  choice: Props['choice'];
  /** The id of the step's heading. */
  heading: string;
}

/** One step after the other, what was chosen above. */
function PhoneFlow({ parts, course, teacher, choice, heading }: PhoneProps) {
  const { t } = useTranslation('registration');
  return (
    <>
      {course && <Steps at={teacher ? 2 : 1} />}
      {course && (
        <div className={classes(card.card, styles.picked)}>
          <Picked
            what={t('disciplineAnd', { classType: course.name_vid_zaniatiy })}
            value={course.discipline}
            onChange={() => choice.chooseCourse(undefined)}
          />
          {teacher && (
            <Picked what={t('teacher')} value={teacher.t_fio} onChange={() => choice.chooseTeacher(undefined)} />
          )}
        </div>
      )}
      <section className={styles.phoneStep} aria-labelledby={heading}>
        <h2 id={heading}>{t(!course ? 'chooseDiscipline' : !teacher ? 'teacher' : 'stream')}</h2>
        {!course ? parts.disciplines : !teacher ? parts.people : parts.places}
      </section>
      {course && teacher && (
        <div className={styles.bar}>
          {parts.notes}
          {parts.act}
        </div>
      )}
      {!course && parts.notes}
    </>
  );
}

interface WideProps {
  parts: Parts;
  course: Course | null;
  teacher: Chosen['teacher'];
  stream: Chosen['stream'];
  choice: Props['choice'];
  changing: boolean;
}

/** Three columns, and below them what is chosen. */
function WideFlow({ parts, course, teacher, stream, choice, changing }: WideProps) {
  const { t } = useTranslation('registration');
  const hint = (key: 'firstDiscipline' | 'firstTeacher') => <p className={styles.hint}>{t(key)}</p>;
  return (
    <div className={classes(card.card, styles.flow)}>
      <Step n={1} title={t('discipline')} on={course !== null}>
        {parts.disciplines}
      </Step>
      <Step n={2} title={t('teacher')} on={teacher !== null}>
        {course ? parts.people : hint('firstDiscipline')}
      </Step>
      <Step n={3} title={t('stream')} on={stream !== null}>
        {!course ? hint('firstDiscipline') : teacher ? parts.places : hint('firstTeacher')}
      </Step>
      {parts.notes}
      <div className={styles.sum}>
        <p>
          {course ? (
            <>
              <b translate="no">{course.discipline}</b> · {course.name_vid_zaniatiy.toLocaleLowerCase()}
              {teacher && ` · ${shortName(teacher.t_fio)}`}
              {stream && ` · ${stream.name}`}
            </>
          ) : (
            <span className={styles.quiet}>{t('nothingChosen')}</span>
          )}
        </p>
        {changing && (
          <Button look="quiet" onClick={() => choice.chooseCourse(undefined)}>
            {t('common:cancel')}
          </Button>
        )}
        {parts.act}
      </div>
    </div>
  );
}

/** What the server said, what is happening, and what stands in the way. */
function Notes({ wishes, clashes }: { wishes: Wishes; clashes: readonly string[] }) {
  const { t } = useTranslation('registration');
  if (wishes.tries > 0)
    return (
      <div className={styles.notes}>
        <Note tone="warm">{t('busy')}</Note>
        <Button look="quiet" onClick={wishes.stop}>
          {t('stopTrying')}
        </Button>
      </div>
    );
  if (wishes.refusal)
    return (
      <div className={styles.notes}>
        <Note tone="bad">{wishes.refusal}</Note>
      </div>
    );
  if (clashes.length)
    return (
      <div className={styles.notes}>
        <Note tone="warm">{t('clashes', { with: clashes.join(', ') })}</Note>
      </div>
    );
  return null;
}
