import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../core/failure.ts';
import { numberFormat } from '../../core/numbers.ts';
import { weekdayNameByNumber } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { Select } from '../../kit/Select.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { ReasonField } from './ReasonField.tsx';
import { SeatsStepper } from './SeatsStepper.tsx';
import { StreamChangePreview } from './StreamChangePreview.tsx';
import styles from './StreamForm.module.css';
import {
  formatWireHours,
  type StreamCheckResult,
  type StreamCourse,
  type StreamDetails,
  type StreamHours,
  toStreamHours,
  useChangeStream,
  useCreateStream,
  usePossibleTeachers,
  useStreamCheck,
  useStreamTimeSlots,
} from './streams.data.ts';
import { TimeSlotGrid } from './TimeSlotGrid.tsx';

type Teacher = NonNullable<ReturnType<typeof usePossibleTeachers>['data']>[number];

interface Props {
  course: StreamCourse;
  /** The stream that is changed. */
  current?: StreamDetails | undefined;
  /** The stream whose line is given the seats of a new one. */
  line?: number | undefined;
  onDone: () => void;
}

/** Saves a new stream or a changed one, and says what came of it. */
function useSaving({ course, current, line, onDone }: Props) {
  const { t } = useTranslation('office');
  const [make, remake] = [useCreateStream(), useChangeStream()];
  const finish = (words: string) => {
    showToast(words);
    onDone();
  };
  const save = (input: Omit<Parameters<typeof remake.mutate>[0], 'subgroup'>) => {
    if (current)
      return remake.mutate({ ...input, subgroup: current.subgroup }, { onSuccess: () => finish(t('stream.saved')) });
    make.mutate(
      { ...course, ...input, ...(line && { subgroup: line }) },
      {
        onSuccess: ([done]) => {
          const count = done?.registered ?? 0;
          finish(count ? t('stream.createdFor', { count }) : t('stream.created'));
        },
      },
    );
  };
  return { act: current ? remake : make, save };
}

/** What is chosen for a stream, what the server finds about it, and saving it. */
function useStreamForm(props: Props) {
  const { course, current, line } = props;
  const [teacher, setTeacher] = useState<number | null>(current?.id_teacher ?? null);
  const [capacity, setCapacity] = useState(current?.capacity ?? 25);
  const [room, setRoom] = useState<number | null>(current?.id_auditorium ?? null);
  const [hours, setHours] = useState<StreamHours>(current ? toStreamHours(current) : {});
  const [reason, setReason] = useState('');
  const [force, setForce] = useState(false);
  const { act, save } = useSaving(props);
  const subgroup = current?.subgroup ?? line;
  const of = { ...course, ...(subgroup && { subgroup }), isChange: current !== undefined, capacity };
  const places = useStreamTimeSlots(teacher ? { ...of, id_teacher: teacher } : null);
  const wanted = { ...(room && { id_auditorium: room }), hours: formatWireHours(hours), capacity };
  const check = useStreamCheck(teacher ? { ...of, ...wanted, id_teacher: teacher } : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (teacher) save({ ...wanted, id_teacher: teacher, reason, ...(force && { force }) });
  };
  return {
    ...{
      teacher,
      setTeacher,
      capacity,
      setCapacity,
      room,
      setRoom,
      hours,
      setHours,
      reason,
      setReason,
      force,
      setForce,
    },
    ...{ act, submit, places: places.data, found: check.data?.[0], isFoundOld: check.isPlaceholderData },
  };
}

/** Makes a stream or changes one: teacher, seats, room, hours, what is in the way, and why. */
export function StreamForm(props: Props) {
  const { course, current } = props;
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const form = useStreamForm(props);
  const { teacher, capacity, room, hours, reason, force, act, submit, places, found } = form;
  const listed = usePossibleTeachers(course).data ?? [];
  const rooms = found?.rooms ?? [];
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t(current ? 'stream.change' : 'stream.new')}>
      <TeacherChoice current={current} listed={listed} value={teacher} error={act.error} onChoose={form.setTeacher} />
      <div className={styles.two}>
        <SeatsStepper
          value={capacity}
          least={Math.max(1, current?.kol_st ?? 1)}
          error={act.error?.fields.capacity}
          onChange={form.setCapacity}
        />
        <Select
          label={t('stream.room')}
          choices={rooms.map((one) => ({
            id: one.id_auditorium,
            name: t('stream.roomSeats', { room: one.auditorium, building: one.building, count: one.seats }),
          }))}
          value={rooms.some((one) => one.id_auditorium === room) ? room : null}
          onChoose={form.setRoom}
        />
      </div>
      {places && (
        <div>
          <p className={styles.label}>{t('stream.when')}</p>
          <TimeSlotGrid places={places} hours={hours} onChange={form.setHours} />
        </div>
      )}
      {/* What was found for other hours or another room says nothing about these. */}
      {found && !form.isFoundOld && (
        <Findings
          found={found}
          isChange={current !== undefined}
          hasHours={formatWireHours(hours) !== ''}
          hasRoom={room !== null}
        />
      )}
      {found && found.clashes.length > 0 && (
        <Checkbox checked={force} onChange={form.setForce}>
          {t('stream.force')}
        </Checkbox>
      )}
      {current && found && (
        <StreamChangePreview
          current={current}
          now={{ teacher, capacity, room, hours }}
          teachers={listed}
          found={found}
          places={places ?? []}
        />
      )}
      <ReasonField label={t('stream.basis')} value={reason} onChange={form.setReason} />
      {act.error && <InlineAlert tone="bad">{failureText(act.error)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        big
        disabled={!teacher || !found || (found.clashes.length > 0 && !force)}
        busy={act.isPending && t('saving')}
      >
        {current
          ? t('stream.saveAndTell', { count: current.kol_st })
          : found?.able
            ? t('stream.createFor', { count: found.able })
            : t('stream.create')}
      </Button>
    </form>
  );
}

interface TeacherChoiceProps {
  current: StreamDetails | undefined;
  listed: readonly Teacher[];
  value: number | null;
  error: Failure | null;
  onChoose: (teacher: number | null) => void;
}

/** Who may teach the course, with the hours that each has; who teaches a changed stream is always among them. */
function TeacherChoice({ current, listed, value, error, onChoose }: TeacherChoiceProps) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const own = current && !listed.some((one) => one.id_teacher === current.id_teacher);
  const nameOf = ({ t_fio, apart, hours }: Teacher) =>
    t('stream.teacherHours', { name: formatNameWithHint(t_fio, apart), hours: format.format(hours) });
  return (
    <Select
      label={t('stream.teacher')}
      choices={[
        ...(own ? [{ id: current.id_teacher, name: formatNameWithHint(current.t_fio, current.apart) }] : []),
        ...listed.map((one) => ({ id: one.id_teacher, name: nameOf(one) })),
      ]}
      value={value}
      error={error?.fields.id_teacher}
      onChoose={onChoose}
    />
  );
}

interface FindingsProps {
  found: StreamCheckResult;
  isChange: boolean;
  hasHours: boolean;
  hasRoom: boolean;
}

/** What the check says: who and what is free, what is taken, and whose week does not allow it. */
function Findings({ found, isChange, hasHours, hasRoom }: FindingsProps) {
  const { t } = useTranslation('office');
  if (!hasHours) return null;
  return (
    <div className={styles.notes}>
      {found.clashes.map((one) => (
        <InlineAlert key={`${one.kind} ${one.day_number} ${one.startsAt} ${one.discipline}`} tone="bad">
          {t(`stream.clash.${one.kind}`, {
            name: one.name,
            day: weekdayNameByNumber(one.day_number, 'short'),
            time: one.startsAt,
            discipline: one.discipline,
          })}
        </InlineAlert>
      ))}
      {found.clashes.length === 0 && (
        <InlineAlert tone={hasRoom ? 'ok' : 'warm'}>{t(hasRoom ? 'stream.fits' : 'stream.pickRoom')}</InlineAlert>
      )}
      {found.busy > 0 && (
        <InlineAlert tone="warm">
          {t(isChange ? 'stream.busyRegistered' : 'stream.busyWaiting', { busy: found.busy, count: found.students })}
        </InlineAlert>
      )}
    </div>
  );
}
