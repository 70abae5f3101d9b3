import arrow from 'icon:arrow-right-bold';
import { limits } from '@bilim/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Check } from '../../kit/Check.tsx';
import { classes } from '../../kit/classes.ts';
import { TextInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Note } from '../../kit/Note.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { Select } from '../../kit/Select.tsx';
import { toast } from '../../kit/Toast.tsx';
import { useUndoChange } from './ChangeDetails.tsx';
import { OtherTeacher } from './OtherTeacher.tsx';
import styles from './TimetableChanges.module.css';
import {
  type Checked,
  type Class,
  type Place,
  type Teacher,
  useAdd,
  useCancel,
  useChanges,
  useCheck,
  useMove,
} from './timetable-changes.data.ts';
import { useClassWords } from './words.ts';

const acts = ['move', 'cancel', 'add'] as const;
type Name = (typeof acts)[number];

interface Props {
  of: Class;
  /** Adds classes, gives them to others, and goes on where something is held; a teacher moves and cancels the own. */
  isOffice: boolean;
  /** Where it shall go; null: where it is. */
  place: Place | null;
  onPlace: (place: Place | null) => void;
  onClose: () => void;
}

/** So many of one's reasons are offered again. */
const mostReasons = 5;

/** What is done with one class, this once: where to, who is there, why, and how many people will be told. */
export function ChangeForm({ of, isOffice, place, onPlace, onClose }: Props) {
  const { t } = useTranslation('timetable-changes');
  const words = useClassWords();
  const said = useFailureText();
  const [act, setAct] = useState<Name>('move');
  const [room, setRoom] = useState<number | null>(null);
  const [teacher, setTeacher] = useState<Teacher | null>(null);
  const [reason, setReason] = useState('');
  const [force, setForce] = useState(false);
  const undo = useUndoChange();
  const calls = { move: useMove(), cancel: useCancel(), add: useAdd() };
  const to = act === 'cancel' || !place ? of : place;
  const at = { id_lesson: of.id_lesson, classDay: of.day, toDay: to.day, id_time: to.id_time };
  const givenBy = act !== 'cancel' && teacher ? { id_teacher: teacher.id_teacher } : {};
  const check = useCheck({ ...at, ...givenBy, isAdded: act === 'add', ...(room !== null && { id_auditorium: room }) });
  const [checked] = check.data ?? [];
  const rooms = checked?.rooms ?? [];
  const goal = room ?? (rooms.find((one) => one.id_auditorium === of.id_auditorium) ?? rooms[0])?.id_auditorium ?? null;
  // Without a room of its own choice the check was made for the room that the class has.
  const clashes = (checked?.clashes ?? []).filter(({ kind }) => kind !== 'room' || (room ?? of.id_auditorium) === goal);
  const isElsewhere = place !== null || teacher !== null || (goal !== null && goal !== of.id_auditorium);
  const isReady =
    reason.trim().length >= 3 &&
    checked !== undefined &&
    !check.isPlaceholderData &&
    (act === 'cancel'
      ? !checked.hasEntries
      : (act === 'add' ? place !== null : isElsewhere) && (force || !clashes.length));
  const failure = calls[act].error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = {
      onSuccess: ([row]: { id_change: number; told: number }[]) => {
        toast(t(`done.${act}`, { count: row?.told ?? 0 }), { name: t('undo'), run: () => row && undo(row.id_change) });
        onClose();
      },
    };
    const where = { ...at, ...givenBy, ...(goal !== null && { id_auditorium: goal }), reason, force };
    if (act === 'cancel') calls.cancel.mutate({ id_lesson: of.id_lesson, classDay: of.day, reason }, done);
    else if (act === 'add') calls.add.mutate(where, done);
    else calls.move.mutate(where, done);
  };
  return (
    <form className={classes(card.card, styles.act)} onSubmit={submit} aria-label={t('act')}>
      <Segments
        label={t('whatToDo')}
        wide
        segments={acts
          .filter((value) => isOffice || value !== 'add')
          .map((value) => ({ value, name: t(`act_${value}`) }))}
        value={act}
        onChoose={(next) => {
          setAct(next);
          setForce(false);
          onPlace(null);
        }}
      />
      <div>
        <h2 translate="no">{of.discipline}</h2>
        <p className={styles.about}>
          <span translate="no">{[words.line(of), words.people(of)].join(' · ')}</span>
          {checked && ` · ${t('students', { count: checked.students })}`} · {t('once')}
        </p>
      </div>
      <div className={styles.fromTo}>
        <p className={styles.from}>
          <b>{`${dayInWords(of.day)}, ${of.startsAt}`}</b>
          {of.auditorium && t('room', { room: of.auditorium })}
        </p>
        {act !== 'cancel' && (
          <>
            <Icon of={arrow} size="s" />
            <p className={styles.to}>
              {place ? <b>{`${dayInWords(place.day)}, ${place.startsAt}`}</b> : t('choosePlace')}
            </p>
          </>
        )}
      </div>
      {act !== 'cancel' && (
        <>
          <Select
            label={t('auditorium')}
            choices={rooms.map((one) => ({
              id: one.id_auditorium,
              name: t('roomOf', { room: one.auditorium, building: one.building, count: one.seats }),
            }))}
            value={goal}
            onChoose={setRoom}
          />
          {isOffice && <OtherTeacher now={of.t_fio} teacher={teacher} onChoose={setTeacher} />}
          <Findings checked={checked} clashes={clashes} />
          {isOffice && clashes.length > 0 && (
            <Check checked={force} onChange={setForce}>
              {t('force')}
            </Check>
          )}
        </>
      )}
      {checked?.hasEntries && act !== 'add' && <Note tone="warm">{t('hasEntries')}</Note>}
      <Reason value={reason} onChange={setReason} />
      {failure && <Note tone="bad">{said(failure)}</Note>}
      <Button
        type="submit"
        look={act === 'cancel' ? 'danger' : 'primary'}
        big
        wide
        disabled={!isReady}
        busy={calls[act].isPending && t('saving')}
      >
        {t(`save.${act}`, { count: checked?.told ?? 0 })}
      </Button>
      <Button look="quiet" wide onClick={onClose}>
        {t('leave')}
      </Button>
    </form>
  );
}

/** What the check found: what is there already, or that all are free. */
function Findings({ checked, clashes }: { checked: Checked | undefined; clashes: Checked['clashes'] }) {
  const { t } = useTranslation('timetable-changes');
  if (!checked) return null;
  if (!clashes.length) return <Note tone="ok">{t('allFree')}</Note>;
  return (
    <ul className={styles.clashes} aria-label={t('clashes')}>
      {clashes.map((one) => (
        <li key={`${one.kind} ${one.name} ${one.startsAt} ${one.discipline}`}>
          <b>{t(`clash.${one.kind}`)}</b>{' '}
          <span translate="no">
            {/* Of others' classes a teacher is told no more than that the time is taken. */}
            {[one.name, [one.discipline, one.startsAt].filter(Boolean).join(', ')].filter(Boolean).join(': ')}
          </span>
          {one.students > 0 && ` · ${t('students', { count: one.students })}`}
        </li>
      ))}
    </ul>
  );
}

/** Why, which everybody will see; the last reasons are offered. */
function Reason({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('timetable-changes');
  const changes = useChanges();
  const before = [...new Set((changes.data?.pages.flat() ?? []).map((one) => one.reason))].slice(0, mostReasons);
  return (
    <>
      <TextInput
        label={t('reason')}
        value={value}
        required
        minLength={3}
        maxLength={limits.reasonLength}
        list="changes-reasons"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id="changes-reasons">
        {before.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
