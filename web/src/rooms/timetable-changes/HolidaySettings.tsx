import { maxHolidayNameLength } from '@bilim/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateInWords, dateRangeInWords, weekdayName } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { DateField } from '../../kit/DateField.tsx';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './TimetableChanges.module.css';
import { useDeleteHoliday, useHolidayCheck, useHolidays, useSetHoliday } from './timetable-changes.data.ts';

/** Days without classes: the timetable, the journal and the calendar know them. */
export function HolidaySettings() {
  const { t } = useTranslation('timetable-changes');
  const failureText = useFailureText();
  const days = useHolidays();
  const remove = useDeleteHoliday();
  return (
    <div className={styles.holidays}>
      <NewHoliday />
      <div>
        {days.isPending && (
          <Skeleton className={styles.skeleton}>
            <SkeletonBar className={styles.skeletonBar} />
          </Skeleton>
        )}
        {days.error && !days.data && (
          <LoadFailure title={t('failedHolidays')} failure={days.error} onRetry={() => void days.refetch()} />
        )}
        {days.data?.length === 0 && <EmptyState title={t('noHolidays')} />}
        {days.data && days.data.length > 0 && (
          <ul className={classNames(card.card, styles.list)}>
            {days.data.map((one) => (
              <li key={one.day}>
                <span className={styles.what}>
                  <b translate="no">{one.name}</b>
                  <small>
                    {`${dateInWords(one.day)}, ${weekdayName(one.day, 'weekday')}`} ·{' '}
                    {t('notHeld', { count: one.classes })}
                  </small>
                </span>
                <Button
                  look="quiet"
                  aria-label={t('undoOf', { what: `${one.name}, ${dateInWords(one.day)}` })}
                  onClick={() =>
                    remove.mutate(
                      { day: one.day },
                      {
                        onSuccess: ([row]) => showToast(t('schoolDay', { count: row?.told ?? 0 })),
                        onError: (failure) => showToast(failureText(failure)),
                      },
                    )
                  }
                >
                  {t('undo')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function NewHoliday() {
  const { t } = useTranslation('timetable-changes');
  const failureText = useFailureText();
  const set = useSetHoliday();
  const [day, setDay] = useState('');
  const [until, setUntil] = useState('');
  const [names, setNames] = useState({ name_ru: '', name_kg: '', name_en: '' });
  const [isConfirming, setConfirming] = useState(false);
  const days = { day, ...(until && { until }) };
  const check = useHolidayCheck(isConfirming ? days : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.reset();
    setConfirming(true);
  };
  const [found] = check.data ?? [];
  const save = () =>
    set.mutate(
      // The question has said that days get another name.
      { ...days, ...names, ...(found && found.known > 0 && { rename: true }) },
      {
        onSettled: () => setConfirming(false),
        onSuccess: ([row]) => {
          showToast(row?.told ? t('holidaySaved', { count: row.told }) : t('holidayKept'));
          setDay('');
          setUntil('');
          setNames({ name_ru: '', name_kg: '', name_en: '' });
        },
      },
    );
  return (
    <>
      <form className={classNames(card.card, styles.form)} onSubmit={submit} aria-label={t('newHoliday')}>
        <h2>{t('newHoliday')}</h2>
        <DateField label={t('day')} required value={day} onChange={setDay} />
        <DateField label={t('until')} min={day || undefined} value={until} onChange={setUntil} />
        {(['name_ru', 'name_kg', 'name_en'] as const).map((name) => (
          <TextField
            key={name}
            label={t(name)}
            value={names[name]}
            required={name === 'name_ru'}
            maxLength={maxHolidayNameLength}
            onChange={(event) => setNames({ ...names, [name]: event.target.value })}
          />
        ))}
        {set.error && <InlineAlert tone="bad">{failureText(set.error)}</InlineAlert>}
        <Button
          type="submit"
          look="primary"
          disabled={!day || names.name_ru.trim().length < 2 || (until !== '' && until < day)}
        >
          {t('saveHoliday')}
        </Button>
      </form>
      <ConfirmationDialog
        open={isConfirming}
        title={t('holidayQuestion', {
          days: dateRangeInWords(day, until || day),
        })}
        yes={t('holidayYes')}
        busy={set.isPending || check.isPending}
        onYes={save}
        onNo={() => setConfirming(false)}
      >
        {found && <p>{`${t('willBeTold', { count: found.told })}: ${t('notHeld', { count: found.classes })}.`}</p>}
        {found && found.known > 0 && <p>{t('knownHolidays', { count: found.known })}</p>}
        {check.error && failureText(check.error)}
      </ConfirmationDialog>
    </>
  );
}
