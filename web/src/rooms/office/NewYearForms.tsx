import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { DateField } from '../../kit/DateField.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast, showUndoToast } from '../../kit/Toast.tsx';
import { useCreateYear, useOpenAllRegistrationWindows, useSetDefaultYear, type YearPreparation } from './board.data.ts';
import styles from './Office.module.css';
import { useYears } from './office.data.ts';
import { ReasonField } from './ReasonField.tsx';

/** Makes a year with its terms: the dates of the year before are shown first, and can be set right. */
export function CreateYearForm({ of }: { of: YearPreparation }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const make = useCreateYear();
  const [terms, setTerms] = useState(of.terms);
  const [reason, setReason] = useState('');
  const set = (term: number, dates: { startDate?: string; endDate?: string }) =>
    setTerms(terms.map((one) => (one.id_ws === term ? { ...one, ...dates } : one)));
  const day = (term: number, side: 'startDate' | 'endDate') => terms.find((one) => one.id_ws === term)?.[side] ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate(
      {
        id_a_year: of.id_a_year,
        start1: day(1, 'startDate'),
        end1: day(1, 'endDate'),
        start2: day(2, 'startDate'),
        end2: day(2, 'endDate'),
        ...(day(3, 'startDate') && { start3: day(3, 'startDate'), end3: day(3, 'endDate') }),
        reason,
      },
      { onSuccess: () => showToast(t('newYear.made')) },
    );
  };
  return (
    <form className={styles.inside} onSubmit={submit} aria-label={t('newYear.make')}>
      <p className={styles.about}>{t('newYear.makeHint')}</p>
      <div className={styles.dates}>
        {terms.flatMap((one) => [
          <DateField
            key={`${one.id_ws} from`}
            label={t('newYear.from', { term: one.ws })}
            required
            value={one.startDate}
            error={make.error?.fields[`start${one.id_ws}`]}
            onChange={(startDate) => set(one.id_ws, { startDate })}
          />,
          <DateField
            key={`${one.id_ws} to`}
            label={t('newYear.to', { term: one.ws })}
            required
            min={one.startDate}
            value={one.endDate}
            onChange={(endDate) => set(one.id_ws, { endDate })}
          />,
        ])}
      </div>
      <ReasonField value={reason} onChange={setReason} />
      {make.error && <InlineAlert tone="bad">{failureText(make.error)}</InlineAlert>}
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={make.isPending && t('saving')}>
          {t('newYear.make')}
        </Button>
      </div>
    </form>
  );
}

/** Makes the year the one that the portal opens with. */
export function SetDefaultYearForm({ year }: { year: number }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const open = useSetDefaultYear();
  const { year: before } = useYears();
  const [reason, setReason] = useState('');
  const undo =
    before === null
      ? null
      : () => open.mutate({ id_a_year: before, reason }, { onError: (failure) => showToast(failureText(failure)) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => showUndoToast(t('newYear.openedYear'), undo, t('newYear.undoOpening'));
    open.mutate({ id_a_year: year, reason }, { onSuccess });
  };
  return (
    <form className={styles.inside} onSubmit={submit} aria-label={t('newYear.openYear')}>
      <p className={styles.about}>{t('newYear.openYearHint')}</p>
      <ReasonField value={reason} onChange={setReason} />
      {open.error && <InlineAlert tone="bad">{failureText(open.error)}</InlineAlert>}
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={open.isPending && t('saving')}>
          {t('newYear.openYear')}
        </Button>
      </div>
    </form>
  );
}

/** Opens registration in the autumn term for every faculty and form that has no dates there yet. */
export function OpenAllWindowsForm({ of }: { of: YearPreparation }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const open = useOpenAllRegistrationWindows();
  const [from, setFrom] = useState(of.terms[0]?.startDate ?? '');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open.mutate(
      { id_a_year: of.id_a_year, id_ws: 1, startDate: from, endDate: to, reason },
      { onSuccess: ([done]) => showToast(t('newYear.opened', { count: done?.opened ?? 0 })) },
    );
  };
  return (
    <form className={styles.inside} onSubmit={submit} aria-label={t('newYear.openAll')}>
      <p className={styles.about}>{t('newYear.openAllHint')}</p>
      <div className={styles.dates}>
        <DateField label={t('from')} required value={from} onChange={setFrom} />
        <DateField label={t('to')} required min={from} value={to} error={open.error?.fields.endDate} onChange={setTo} />
      </div>
      <ReasonField value={reason} onChange={setReason} />
      {open.error && <InlineAlert tone="bad">{failureText(open.error)}</InlineAlert>}
      <div className={styles.actions}>
        <Button type="submit" look="primary" disabled={!from || !to || to < from} busy={open.isPending && t('saving')}>
          {t('newYear.openAll')}
        </Button>
      </div>
    </form>
  );
}
