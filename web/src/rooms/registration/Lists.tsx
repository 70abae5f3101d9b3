import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../core/failure.ts';
import { numberFormat } from '../../core/numbers.ts';
import { Bone, Empty, Failed, Skeleton } from '../../kit/States.tsx';
import styles from './Flow.module.css';
import { Option } from './Option.tsx';
import { type Course, courseKey, type PlanRow, type useStreams, type useTeachers } from './registration.data.ts';
import { StillToChoose } from './StillToChoose.tsx';
import { StreamOption } from './StreamOption.tsx';

interface DisciplinesProps {
  name: string;
  courses: readonly Course[];
  rows: readonly PlanRow[];
  course: Course | null;
  onChoose: (key: string) => void;
}

/** The mandatory ones first, then each block under its heading. */
export function Disciplines({ name, courses, rows, course, onChoose }: DisciplinesProps) {
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
export function Options({ failure, failedText, onRetry, loading, children }: OptionsProps) {
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

interface TeachersProps {
  name: string;
  teachers: ReturnType<typeof useTeachers>;
  chosen: number | null;
  onChoose: (id: number) => void;
}

/** Who teaches the discipline. */
export function Teachers({ name, teachers, chosen, onChoose }: TeachersProps) {
  const { t } = useTranslation('registration');
  return (
    <Options
      failure={teachers.error}
      failedText={t('failedTeachers')}
      onRetry={() => void teachers.refetch()}
      loading={!teachers.data}
    >
      {teachers.data?.map((one) => (
        <Option
          key={one.id_teacher}
          name={name}
          checked={one.id_teacher === chosen}
          onChoose={() => onChoose(one.id_teacher)}
          title={one.t_fio}
          data
        />
      ))}
      {teachers.data?.length === 0 && <p className={styles.hint}>{t('noTeachers')}</p>}
    </Options>
  );
}

interface StreamsProps {
  name: string;
  streams: ReturnType<typeof useStreams>;
  chosen: number | null;
  /** The stream in which the student is. */
  own: number | null;
  onChoose: (id: number) => void;
}

/** The streams of a teacher, with their lessons and seats. */
export function Streams({ name, streams, chosen, own, onChoose }: StreamsProps) {
  const { t } = useTranslation('registration');
  return (
    <Options
      failure={streams.error}
      failedText={t('failedStreams')}
      onRetry={() => void streams.refetch()}
      loading={!streams.data}
    >
      {streams.data?.map((one) => (
        <StreamOption
          key={one.subgroup}
          name={name}
          stream={one}
          checked={one.subgroup === chosen}
          own={one.subgroup === own}
          onChoose={() => onChoose(one.subgroup)}
        />
      ))}
      {streams.data?.length === 0 && <p className={styles.hint}>{t('noStreams')}</p>}
    </Options>
  );
}
