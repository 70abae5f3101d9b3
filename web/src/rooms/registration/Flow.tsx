import check from 'icon:check-bold';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import type { Failure } from '../../core/failure.ts';
import { numberFormat } from '../../core/numbers.ts';
import { online } from '../../core/online.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Note } from '../../kit/Note.tsx';
import { shortName } from '../../kit/person.ts';
import { Bone, Empty, Failed, Skeleton } from '../../kit/States.tsx';
import styles from './Flow.module.css';
import { Option } from './Option.tsx';
import {
  type Course,
  courseKey,
  type PlanRow,
  type Term,
  type useChoice,
  useStreams,
  useTeachers,
} from './registration.data.ts';
import { StillToChoose } from './StillToChoose.tsx';
import { clashesOf, StreamOption } from './StreamOption.tsx';
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
export function Flow({ term, courses, rows, failure, onRetry, course, choice, wishes, isOpen, changing }: Props) {
  const { t } = useTranslation('registration');
  const { mobile } = useCell(screenState);
  const connected = useCell(online);
  const name = useId();
  const teachers = useTeachers(term, course);
  const teacher = teachers.data?.find((one) => one.id_teacher === choice.rt) ?? null;
  const streams = useStreams(term, course, teacher?.id_teacher ?? null);
  const stream = streams.data?.find((one) => one.subgroup === choice.rg) ?? null;
  const own = course?.own ?? null;
  const isOwn = stream !== null && own?.subgroup === stream.subgroup;

  const wish =
    term && course && teacher && stream
      ? {
          ...term,
          id_discipline: course.id_discipline,
          kredits: course.kredits,
          id_vid_zaniatiy: course.id_vid_zaniatiy,
          id_teacher: teacher.id_teacher,
          subgroup: stream.subgroup,
          isByPlan: course.isByPlan,
          id_disciplineForStudent: own?.id_disciplineForStudent ?? -1,
        }
      : null;
  const full = stream !== null && stream.free < 1;
  const mayAct = isOpen && connected && wish !== null && !isOwn && (own?.canEdit ?? true);

  const act = full ? (
    stream.place ? (
      <Button big wide={mobile} onClick={() => wishes.leave(stream.subgroup)} disabled={!connected}>
        {t('leaveLine')}
      </Button>
    ) : (
      <Button
        big
        wide={mobile}
        disabled={!mayAct}
        busy={wishes.waiting && t('saving')}
        onClick={() => wish && wishes.wait(wish)}
      >
        {t('joinLine')}
      </Button>
    )
  ) : (
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
  const notes = <Notes wishes={wishes} clashes={stream ? clashesOf(stream) : []} />;

  const disciplines = (
    <Options failure={failure} failedText={t('failedDisciplines')} onRetry={onRetry} loading={!courses}>
      {courses && (
        <Disciplines name={`${name}-d`} courses={courses} rows={rows} course={course} onChoose={choice.chooseCourse} />
      )}
    </Options>
  );
  const people = (
    <Options
      failure={teachers.error}
      failedText={t('failedTeachers')}
      onRetry={() => void teachers.refetch()}
      loading={!teachers.data}
    >
      {teachers.data?.map((one) => (
        <Option
          key={one.id_teacher}
          name={`${name}-t`}
          checked={one === teacher}
          onChoose={() => choice.chooseTeacher(one.id_teacher)}
          title={one.t_fio}
          data
        />
      ))}
      {teachers.data?.length === 0 && <p className={styles.hint}>{t('noTeachers')}</p>}
    </Options>
  );
  const places = (
    <Options
      failure={streams.error}
      failedText={t('failedStreams')}
      onRetry={() => void streams.refetch()}
      loading={!streams.data}
    >
      {streams.data?.map((one) => (
        <StreamOption
          key={one.subgroup}
          name={`${name}-s`}
          stream={one}
          checked={one === stream}
          own={own?.subgroup === one.subgroup}
          onChoose={() => choice.chooseStream(one.subgroup)}
        />
      ))}
      {streams.data?.length === 0 && <p className={styles.hint}>{t('noStreams')}</p>}
    </Options>
  );

  if (mobile)
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
        <section className={styles.phoneStep} aria-labelledby={`${name}-h`}>
          <h2 id={`${name}-h`}>{t(!course ? 'chooseDiscipline' : !teacher ? 'teacher' : 'stream')}</h2>
          {!course ? disciplines : !teacher ? people : places}
        </section>
        {course && teacher && (
          <div className={styles.bar}>
            {notes}
            {act}
          </div>
        )}
        {!course && notes}
      </>
    );

  return (
    <div className={classes(card.card, styles.flow)}>
      <Step n={1} title={t('discipline')} on={course !== null}>
        {disciplines}
      </Step>
      <Step n={2} title={t('teacher')} on={teacher !== null}>
        {course ? people : <p className={styles.hint}>{t('firstDiscipline')}</p>}
      </Step>
      <Step n={3} title={t('stream')} on={stream !== null}>
        {!course ? (
          <p className={styles.hint}>{t('firstDiscipline')}</p>
        ) : teacher ? (
          places
        ) : (
          <p className={styles.hint}>{t('firstTeacher')}</p>
        )}
      </Step>
      {notes}
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
        {act}
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

interface DisciplinesProps {
  name: string;
  courses: readonly Course[];
  rows: readonly PlanRow[];
  course: Course | null;
  onChoose: (key: string) => void;
}

/** The mandatory ones first, then each block under its heading. */
function Disciplines({ name, courses, rows, course, onChoose }: DisciplinesProps) {
  const { t } = useTranslation('registration');
  const credits = numberFormat();
  const shown = course && !courses.some((one) => courseKey(one) === courseKey(course)) ? [course, ...courses] : courses;
  if (!shown.length) return <Empty title={t('allChosen')}>{t('allChosenMore')}</Empty>;
  const blocks = [...new Set(shown.map((one) => one.descGroupNum))];
  return blocks.map((block) => (
    <fieldset key={block ?? 0} className={styles.block}>
      {block !== null && <legend>{t('block', { n: block })}</legend>}
      {shown
        .filter((one) => one.descGroupNum === block)
        .map((one) => (
          <Option
            key={courseKey(one)}
            name={name}
            checked={course !== null && courseKey(one) === courseKey(course)}
            onChoose={() => onChoose(courseKey(one))}
            title={one.discipline}
            data
          >
            {[
              one.name_vid_zaniatiy.toLocaleLowerCase(),
              t('common:panel.credits', { credits: credits.format(one.kredits) }),
              one.p30.toLocaleLowerCase(),
            ].join(' · ')}
            <StillToChoose rows={rows} of={one} />
          </Option>
        ))}
    </fieldset>
  ));
}

interface OptionsProps {
  failure: Failure | null;
  failedText: string;
  onRetry: () => void;
  loading: boolean;
  children: ReactNode;
}

/** A list of options: failed, being read, or there (REG-05). */
function Options({ failure, failedText, onRetry, loading, children }: OptionsProps) {
  if (!loading) return <div className={styles.options}>{children}</div>;
  if (failure) return <Failed small title={failedText} failure={failure} onRetry={onRetry} />;
  return (
    <Skeleton className={styles.options}>
      {[1, 2, 3].map((line) => (
        <div key={line} className={styles.bone}>
          <Bone className={styles.boneDot} />
          <Bone className={styles.boneName} />
        </div>
      ))}
    </Skeleton>
  );
}

function Step({ n, title, on, children }: { n: number; title: string; on: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 id={id}>
        <span className={classes(styles.n, on && styles.on)} aria-hidden="true">
          {n}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Where one is on the phone: the steps done with a tick, the present one with its number. */
function Steps({ at }: { at: number }) {
  const { t } = useTranslation('registration');
  return (
    <ol className={styles.progress}>
      {['discipline', 'teacher', 'streamShort'].map((key, place) => (
        <li
          key={key}
          className={classes(place < at && styles.ok, place === at && styles.cur)}
          aria-current={place === at ? 'step' : undefined}
        >
          <span className={classes(styles.n, place <= at && styles.on)} aria-hidden="true">
            {place < at ? <Icon of={check} size="xs" /> : place + 1}
          </span>
          {t(key)}
        </li>
      ))}
    </ol>
  );
}

function Picked({ what, value, onChange }: { what: string; value: string; onChange: () => void }) {
  const { t } = useTranslation('registration');
  return (
    <button type="button" onClick={onChange}>
      <span>
        <small>{what}</small>
        <b translate="no">{value}</b>
      </span>
      <em>{t('change')}</em>
    </button>
  );
}
