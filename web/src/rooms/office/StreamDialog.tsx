import back from 'icon:arrow-left';
import trash from 'icon:trash';
import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { CloseStreamForm } from './CloseStreamForm.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';
import { OfficeHistory } from './OfficeHistory.tsx';
import {
  type OfficeStream,
  type RegisteredStudent,
  type StudentSearchResult,
  useOfficeHistory,
  useRegisterStudent,
  useRemoveRegistration,
  useSetStreamCapacity,
  useStreamStudents,
} from './office.data.ts';
import { ReasonField } from './ReasonField.tsx';
import { StreamForm } from './StreamForm.tsx';
import { StudentPicker } from './StudentPicker.tsx';
import { type StreamCourse, toStreamCourse, useStreamDetails } from './streams.data.ts';

interface Props {
  stream: OfficeStream;
  year: number;
  term: number;
  /** What is done with it at once. */
  first?: Mode;
  onClose: () => void;
}

/** What is done with the stream: looked at, changed, closed, or another one made for those in its line. */
type Mode = 'look' | 'change' | 'end' | 'forLine';

/** A student as the questions about one name them. */
const calledOf = ({ s_fio, apart }: RegisteredStudent) => formatNameWithHint(s_fio, apart);

/** One stream: its seats, its students, registering by hand, its history, and the ways to change or close it. */
export function StreamDialog({ stream, year, term, first = 'look', onClose }: Props) {
  const { t } = useTranslation('office');
  const [mode, setMode] = useState(first);
  const course = toStreamCourse(year, term, stream);
  return (
    <Dialog open onClose={onClose} drawer="right" wide title={<span translate="no">{stream.discipline}</span>}>
      <div className={styles.dialog}>
        <p className={styles.about}>
          {shortenClassTypeInLowercase(stream.name_vid_zaniatiy)} ·{' '}
          <span translate="no">{formatNameWithHint(stream.t_fio, stream.apart)}</span> ·{' '}
          <span translate="no">{stream.name}</span> · {t('seats', { taken: stream.kol_st, seats: stream.capacity })}
          {stream.waiting > 0 && ` · ${t('waiting', { n: stream.waiting })}`}
        </p>
        {mode === 'look' ? (
          <div className={styles.streamActions}>
            {stream.waiting > 0 && <Button onClick={() => setMode('forLine')}>{t('stream.forLine')}</Button>}
            <Button onClick={() => setMode('change')}>{t('stream.change')}</Button>
            <Button look="dangerQuiet" onClick={() => setMode('end')}>
              {t(stream.kol_st > 0 ? 'act.merge' : 'stream.end')}
            </Button>
          </div>
        ) : (
          <Button look="quiet" icon={back} onClick={() => setMode('look')}>
            {t('stream.back')}
          </Button>
        )}
        {mode === 'look' && <Look stream={stream} />}
        {mode === 'change' && <Change stream={stream} course={course} onDone={() => setMode('look')} />}
        {mode === 'end' && <CloseStreamForm stream={stream} onDone={onClose} />}
        {mode === 'forLine' && <StreamForm course={course} line={stream.subgroup} onDone={onClose} />}
      </div>
    </Dialog>
  );
}

function Change({ stream, course, onDone }: { stream: OfficeStream; course: StreamCourse; onDone: () => void }) {
  const { t } = useTranslation('office');
  const details = useStreamDetails(stream.subgroup);
  const [one] = details.data ?? [];
  if (details.error && !one)
    return (
      <LoadFailure small title={t('failedStreams')} failure={details.error} onRetry={() => void details.refetch()} />
    );
  return one ? <StreamForm course={course} current={one} onDone={onDone} /> : <ListSkeleton />;
}

function Look({ stream }: { stream: OfficeStream }) {
  const { t } = useTranslation('office');
  const history = useOfficeHistory({ subgroup: stream.subgroup });
  return (
    <>
      <SeatsForm stream={stream} />
      <ByHand stream={stream} />
      <Students stream={stream} />
      <section className={styles.part}>
        <h3>{t('history')}</h3>
        <OfficeHistory steps={history.data} />
      </section>
    </>
  );
}

function SeatsForm({ stream }: { stream: OfficeStream }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const change = useSetStreamCapacity();
  const [capacity, setCapacity] = useState(String(stream.capacity));
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { subgroup: stream.subgroup, capacity: Number(capacity), reason },
      {
        onSuccess: () => {
          setReason('');
          showToast(t('seatsChanged'));
        },
      },
    );
  };
  return (
    <form className={styles.part} onSubmit={submit} aria-label={t('changeSeats')}>
      <h3>{t('changeSeats')}</h3>
      <TextField
        label={t('capacity')}
        type="number"
        inputMode="numeric"
        required
        min={Math.max(1, stream.kol_st)}
        max={10_000}
        value={capacity}
        error={change.error?.fields.capacity}
        onChange={(event) => setCapacity(event.target.value)}
      />
      <ReasonField value={reason} onChange={setReason} />
      {change.error && <InlineAlert tone="bad">{failureText(change.error)}</InlineAlert>}
      <Button type="submit" look="primary" busy={change.isPending && t('saving')}>
        {t('save')}
      </Button>
    </form>
  );
}

function ByHand({ stream }: { stream: OfficeStream }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const register = useRegisterStudent();
  const [student, setStudent] = useState<StudentSearchResult | null>(null);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!student) return;
    register.mutate(
      { id_student: student.id_student, subgroup: stream.subgroup, reason },
      {
        onSuccess: ([done]) => {
          showToast(t('registered', { receipt: done?.receipt }));
          setStudent(null);
          setReason('');
        },
      },
    );
  };
  return (
    <form className={styles.part} onSubmit={submit} aria-label={t('byHand')}>
      <h3>{t('byHand')}</h3>
      <StudentPicker student={student} onChoose={setStudent} />
      {student && (
        <>
          <ReasonField value={reason} onChange={setReason} />
          {register.error && <InlineAlert tone="bad">{failureText(register.error)}</InlineAlert>}
          <Button type="submit" look="primary" busy={register.isPending && t('saving')}>
            {t('register')}
          </Button>
        </>
      )}
    </form>
  );
}

function Students({ stream }: { stream: OfficeStream }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const students = useStreamStudents(stream.subgroup);
  const remove = useRemoveRegistration();
  const [leaving, setLeaving] = useState<RegisteredStudent | null>(null);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!leaving) return;
    remove.mutate(
      { id_disciplineForStudent: leaving.id_disciplineForStudent, reason },
      {
        onSuccess: ([done]) => {
          showToast(t('removed', { receipt: done?.receipt }));
          setLeaving(null);
          setReason('');
        },
      },
    );
  };
  return (
    <section className={styles.part}>
      <h3>{t('students', { n: students.data?.length ?? stream.kol_st })}</h3>
      {students.error && !students.data && (
        <LoadFailure
          small
          title={t('failedStudents')}
          failure={students.error}
          onRetry={() => void students.refetch()}
        />
      )}
      <ul>
        {students.data?.map((one) => (
          <li key={one.id_student} className={styles.row}>
            <span translate="no">
              {one.s_fio}
              <small>{[one.p20, one.apart, one.receipt].filter(Boolean).join(' · ')}</small>
            </span>
            <IconButton
              icon={trash}
              size="s"
              label={t('remove', { name: calledOf(one) })}
              aria-expanded={leaving?.id_student === one.id_student}
              onClick={() => setLeaving(leaving?.id_student === one.id_student ? null : one)}
            />
          </li>
        ))}
      </ul>
      {leaving && (
        <form className={styles.part} onSubmit={submit} aria-label={t('remove', { name: calledOf(leaving) })}>
          <p>{t('removeQuestion', { name: calledOf(leaving) })}</p>
          <ReasonField value={reason} onChange={setReason} />
          {remove.error && <InlineAlert tone="bad">{failureText(remove.error)}</InlineAlert>}
          <div className={styles.actions}>
            <Button onClick={() => setLeaving(null)}>{t('common:cancel')}</Button>
            <Button type="submit" look="danger" busy={remove.isPending && t('saving')}>
              {t('common:delete')}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
