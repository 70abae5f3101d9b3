import arrow from 'icon:arrow-right-bold';
import { limits } from '@bilim/contract/limits.ts';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { dayInWords } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classNames } from '../../kit/classNames.ts';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { AffectedPeople, ChangeCheckFindings } from './ChangeCheckFindings.tsx';
import panel from './ClassPanel.module.css';
import { SubstituteTeacherPicker } from './SubstituteTeacherPicker.tsx';
import styles from './TimetableChanges.module.css';
import { useTimetableChangeTexts } from './texts.ts';
import { type ClassTimeSlot, type TimetableClass, useTimetableChangeList } from './timetable-changes.data.ts';
import { type TimetableChangeDraft, timetableChangeActions, useTimetableChangeForm } from './useTimetableChangeForm.ts';

interface Props extends TimetableChangeDraft {
  /** Adds classes, gives them to others, and goes on where something is held; a teacher moves and cancels the own. */
  isOffice: boolean;
  onPlace: (place: ClassTimeSlot | null) => void;
  /** The first free place after it is looked for. */
  onLater: () => void;
  /** On the phone its places, below its name. */
  children?: ReactNode;
}

/** So many of one's reasons are offered again. */
const maxReasons = 5;

/** What is done with one class, this once: where to, who is there, why, and how many people will be notified. */
export function TimetableChangeForm({ isOffice, onPlace, onLater, children, ...changing }: Props) {
  const { t } = useTranslation('timetable-changes');
  const failureText = useFailureText();
  const { of, isNew, place, onClose } = changing;
  const form = useTimetableChangeForm(changing);
  const { action, checked } = form;
  const whole = useRef<HTMLFormElement>(null);
  const { mobile } = useAtom(screenState);
  // The class that was pressed may have been far below where the phone's form begins.
  useEffect(() => {
    if (mobile) whole.current?.scrollIntoView({ block: 'start' });
  }, [mobile]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <form
      ref={whole}
      className={classNames(card.card, styles.act, panel.form)}
      onSubmit={submit}
      aria-label={t(isNew ? 'addClass' : 'act')}
    >
      <FormHead of={of} isNew={isNew} isOffice={isOffice} form={form} onPlace={onPlace} />
      {action !== 'cancel' && children}
      <FromTo of={of} isNew={isNew} place={action === 'cancel' ? undefined : place} />
      {action === 'cancel' && (
        <Button
          look="soft"
          wide
          onClick={() => {
            form.choose('move');
            onLater();
          }}
        >
          {t('holdLater')}
        </Button>
      )}
      {action !== 'cancel' && <Where form={form} of={of} isOffice={isOffice} />}
      {checked?.hasEntries && action !== 'add' && <InlineAlert tone="warm">{t('hasEntries')}</InlineAlert>}
      <Reason value={form.reason} onChange={form.setReason} />
      <AffectedPeople checked={checked} />
      {form.failure && <InlineAlert tone="bad">{failureText(form.failure)}</InlineAlert>}
      <Button
        type="submit"
        look={action === 'cancel' ? 'danger' : 'primary'}
        big
        wide
        disabled={!form.isReady}
        busy={form.isSaving && t('saving')}
      >
        {t(`save.${action}`, { count: checked?.told ?? 0 })}
      </Button>
      <Button look="quiet" wide onClick={onClose}>
        {t('leave')}
      </Button>
    </form>
  );
}

interface FormHeadProps {
  of: TimetableClass;
  isNew: boolean;
  isOffice: boolean;
  form: ReturnType<typeof useTimetableChangeForm>;
  onPlace: (place: null) => void;
}

/** Which class it is, and what is done with it. */
function FormHead({ of, isNew, isOffice, form: { action, checked, choose }, onPlace }: FormHeadProps) {
  const { t } = useTranslation('timetable-changes');
  const words = useTimetableChangeTexts();
  return (
    <>
      {!isNew && (
        <SegmentedControl
          label={t('whatToDo')}
          wide
          segments={timetableChangeActions
            .filter((value) => isOffice || value !== 'add')
            .map((value) => ({ value, name: t(`act_${value}`) }))}
          value={action}
          onChoose={(next) => {
            choose(next);
            onPlace(null);
          }}
        />
      )}
      <div>
        <h2 translate="no">{of.discipline}</h2>
        <p className={styles.about}>
          <span translate="no">{[words.line(of), words.people(of)].join(' · ')}</span>
          {checked && ` · ${t('students', { count: checked.students })}`} · {t('once')}
        </p>
      </div>
    </>
  );
}

/** From where to where; a class that is not held goes nowhere. */
function FromTo({ of, isNew, place }: { of: TimetableClass; isNew: boolean; place: ClassTimeSlot | null | undefined }) {
  const { t } = useTranslation('timetable-changes');
  return (
    <div className={styles.fromTo}>
      {!isNew && (
        <p className={styles.from}>
          <b>{`${dayInWords(of.day)}, ${of.startsAt}`}</b>
          {of.auditorium && t('room', { room: of.auditorium })}
        </p>
      )}
      {place !== undefined && (
        <>
          {!isNew && <Icon of={arrow} size="s" />}
          <p className={styles.to}>
            {place ? <b>{`${dayInWords(place.day)}, ${place.startsAt}`}</b> : t('choosePlace')}
          </p>
        </>
      )}
    </div>
  );
}

/** In which room, by whom, and what the check says to it. */
function Where({
  form,
  of,
  isOffice,
}: {
  form: ReturnType<typeof useTimetableChangeForm>;
  of: TimetableClass;
  isOffice: boolean;
}) {
  const { t } = useTranslation('timetable-changes');
  const { checked, clashes } = form;
  return (
    <>
      <Select
        label={t('auditorium')}
        choices={form.rooms.map((one) => ({
          id: one.id_auditorium,
          name: t('roomOf', { room: one.auditorium, building: one.building, count: one.seats }),
        }))}
        value={form.goal}
        onChoose={form.setRoom}
      />
      {isOffice && (
        <SubstituteTeacherPicker
          now={formatNameWithHint(of.t_fio, of.apart)}
          teacher={form.teacher}
          onChoose={form.setTeacher}
        />
      )}
      <ChangeCheckFindings checked={checked} clashes={clashes} />
      {isOffice && clashes.length > 0 && (
        <Checkbox checked={form.force} onChange={form.setForce}>
          {t('force')}
        </Checkbox>
      )}
    </>
  );
}

/** Why, which everybody will see; the last reasons are offered. */
function Reason({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('timetable-changes');
  const changes = useTimetableChangeList();
  const before = [...new Set((changes.data?.pages.flat() ?? []).map((one) => one.reason))].slice(0, maxReasons);
  return (
    <>
      <TextField
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
