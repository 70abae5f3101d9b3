import { limits } from '@bilim/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateInWords } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { DateField } from '../../kit/DateField.tsx';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { useRegistrationOverview } from './board.data.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';
import {
  type OfficeRegistrationWindow,
  useCloseRegistrationWindow,
  useFaculties,
  useOpenRegistrationWindow,
  useRegistrationWindows,
} from './office.data.ts';
import { ReasonField } from './ReasonField.tsx';

/** Registration windows of a term, opened and closed here. */
export function RegistrationWindows({ year, term }: { year: number | null; term: number | null }) {
  const { t } = useTranslation('office');
  const windows = useRegistrationWindows(year);
  const close = useCloseRegistrationWindow();
  const [closing, setClosing] = useState<OfficeRegistrationWindow | null>(null);
  const [prolonging, setProlonging] = useState<number | null>(null);
  const [figures] = useRegistrationOverview().data ?? [];
  // Who would be left without a choice, where the board knows.
  const left = figures?.windows.find(({ id_window }) => id_window === closing?.id_window)?.incomplete ?? 0;
  const ofTerm = windows.data?.filter((one) => one.id_ws === term) ?? [];
  // What is open is what is prolonged and closed.
  const rows = [...ofTerm.filter(({ isOpen }) => isOpen), ...ofTerm.filter(({ isOpen }) => !isOpen)];
  return (
    <>
      {year !== null && term !== null && <OpenForm year={year} term={term} />}
      {windows.isPending && year !== null && <ListSkeleton />}
      {windows.isError && !windows.data && (
        <LoadFailure title={t('failedWindows')} failure={windows.error} onRetry={() => void windows.refetch()} />
      )}
      {windows.data && rows.length === 0 && <EmptyState title={t('noWindows')} />}
      {rows.length > 0 && (
        <ul className={classNames(card.card, styles.list)}>
          {rows.map((one) => (
            <li key={one.id_window} className={styles.window}>
              <span className={styles.what}>
                <b translate="no">{one['p23-2']}</b>
                <small>
                  {t(one.isPartTime ? 'partTime' : 'fullTime')} ·{' '}
                  {t('days', { from: dateInWords(one.startDate), to: dateInWords(one.endDate) })}
                </small>
              </span>
              <span className={classNames(styles.state, one.isOpen && styles.open)}>
                {t(one.isOpen ? 'open' : one.closed ? 'closedByHand' : 'closed')}
              </span>
              <Button
                look="quiet"
                aria-expanded={prolonging === one.id_window}
                onClick={() => setProlonging(prolonging === one.id_window ? null : one.id_window)}
              >
                {t(one.closed ? 'openAgain' : 'prolong')}
                <span className="hidden-text">: {one['p23-2']}</span>
              </Button>
              {one.isOpen && (
                <Button look="dangerQuiet" onClick={() => setClosing(one)}>
                  {t('close')}
                </Button>
              )}
              {prolonging === one.id_window && <Prolong of={one} onDone={() => setProlonging(null)} />}
            </li>
          ))}
        </ul>
      )}
      <ConfirmationDialog
        open={closing !== null}
        title={t('closeQuestion')}
        yes={t('close')}
        danger
        busy={close.isPending}
        onYes={() =>
          closing &&
          close.mutate(
            { id_window: closing.id_window },
            { onSuccess: () => showToast(t('windowClosed')), onSettled: () => setClosing(null) },
          )
        }
        onNo={() => setClosing(null)}
      >
        {closing &&
          t('closeMeaning', {
            faculty: closing['p23-2'],
            form: t(closing.isPartTime ? 'partTime' : 'fullTime'),
          })}{' '}
        {left > 0 && t('closeLeft', { count: left })}
      </ConfirmationDialog>
    </>
  );
}

/** Another last day for a window, and its end by hand taken back. */
function Prolong({ of, onDone }: { of: OfficeRegistrationWindow; onDone: () => void }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const open = useOpenRegistrationWindow();
  const [to, setTo] = useState(of.endDate);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { id_a_year, id_ws, id_faculty, isPartTime, startDate } = of;
    open.mutate(
      { id_a_year, id_ws, id_faculty, isPartTime, startDate, endDate: to, reason },
      {
        onSuccess: () => {
          showToast(t('prolonged', { day: dateInWords(to) }));
          onDone();
        },
      },
    );
  };
  return (
    <form className={styles.inside} onSubmit={submit} aria-label={t(of.closed ? 'openAgain' : 'prolong')}>
      <DateField
        label={t('to')}
        required
        min={of.startDate}
        value={to}
        error={open.error?.fields.endDate}
        onChange={setTo}
      />
      <ReasonField value={reason} onChange={setReason} />
      {open.error && <InlineAlert tone="bad">{failureText(open.error)}</InlineAlert>}
      <div className={styles.actions}>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
        <Button
          type="submit"
          look="primary"
          disabled={to < of.startDate || (to === of.endDate && of.closed === null)}
          busy={open.isPending && t('saving')}
        >
          {t(of.closed ? 'openAgain' : 'prolong')}
        </Button>
      </div>
    </form>
  );
}

function OpenForm({ year, term }: { year: number; term: number }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const faculties = useFaculties();
  const open = useOpenRegistrationWindow();
  const [chosen, setFaculty] = useState<number | null>(null);
  const [partTime, setPartTime] = useState(0);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  // Who is responsible for one faculty has nothing to choose.
  const [only, ...others] = faculties.data ?? [];
  const faculty = chosen ?? (others.length === 0 ? (only?.id_faculty ?? null) : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (faculty === null) return;
    open.mutate(
      {
        id_a_year: year,
        id_ws: term,
        id_faculty: faculty,
        isPartTime: partTime === 1,
        startDate: from,
        endDate: to,
        ...(reason && { reason }),
      },
      { onSuccess: () => showToast(t('windowOpened')) },
    );
  };
  return (
    <form className={classNames(card.card, styles.form)} onSubmit={submit} aria-label={t('openWindow')}>
      <h2>{t('openWindow')}</h2>
      <Select
        label={t('faculty')}
        choices={(faculties.data ?? []).map((one) => ({ id: one.id_faculty, name: one['p23-2'] }))}
        value={faculty}
        error={open.error?.fields.id_faculty}
        onChoose={setFaculty}
      />
      <SegmentedControl
        label={t('form')}
        segments={[
          { value: 0, name: t('fullTime') },
          { value: 1, name: t('partTime') },
        ]}
        value={partTime}
        onChoose={setPartTime}
      />
      <DateField label={t('from')} required value={from} onChange={setFrom} />
      <DateField label={t('to')} required min={from} value={to} error={open.error?.fields.endDate} onChange={setTo} />
      <TextField
        label={t('reason')}
        value={reason}
        maxLength={limits.reasonLength}
        onChange={(event) => setReason(event.target.value)}
      />
      {open.error && <InlineAlert tone="bad">{failureText(open.error)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        disabled={faculty === null || !from || !to || to < from}
        busy={open.isPending && t('saving')}
      >
        {t('openIt')}
      </Button>
    </form>
  );
}
