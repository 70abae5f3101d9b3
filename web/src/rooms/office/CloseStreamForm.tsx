import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayNameByNumber } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { formatNameWithHint, shortName } from '../../kit/person.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import type { OfficeStream } from './office.data.ts';
import { ReasonField } from './ReasonField.tsx';
import styles from './StreamForm.module.css';
import { type StreamMergeTarget, useCloseStream, useStreamMergeTargets } from './streams.data.ts';

/** Closes a stream; its students go into another one, whose week is shown beside each. */
export function CloseStreamForm({ stream, onDone }: { stream: OfficeStream; onDone: () => void }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const goals = useStreamMergeTargets(stream.subgroup);
  const end = useCloseStream();
  const [into, setInto] = useState<number | null>(null);
  const [force, setForce] = useState(false);
  const [reason, setReason] = useState('');
  const hasStudents = stream.kol_st > 0;
  // Marks forbid it, whatever is chosen.
  const isRefused = goals.error?.status === 409;
  const goal = goals.data?.find((one) => one.subgroup === into);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    end.mutate(
      { subgroup: stream.subgroup, reason, ...(hasStudents && into && { into }), ...(force && { force }) },
      {
        onSuccess: () => {
          showToast(t(hasStudents ? 'end.merged' : 'end.done'));
          onDone();
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('stream.end')}>
      {!hasStudents && <p>{t('end.empty')}</p>}
      {hasStudents && isRefused && goals.error && <InlineAlert tone="warm">{failureText(goals.error)}</InlineAlert>}
      {hasStudents && !isRefused && goals.error && !goals.data && (
        <LoadFailure small title={t('failedStreams')} failure={goals.error} onRetry={() => void goals.refetch()} />
      )}
      {hasStudents && goals.data?.length === 0 && <InlineAlert tone="warm">{t('end.noGoal')}</InlineAlert>}
      {hasStudents && goals.data && goals.data.length > 0 && (
        <fieldset>
          <legend className={styles.label}>{t('end.where')}</legend>
          {goals.data.map((one) => (
            <GoalRow
              key={one.subgroup}
              of={one}
              isChosen={into === one.subgroup}
              onChoose={() => setInto(one.subgroup)}
            />
          ))}
        </fieldset>
      )}
      {stream.waiting > 0 && <InlineAlert tone="warm">{t('end.waiting', { count: stream.waiting })}</InlineAlert>}
      {goal && goal.busy > 0 && (
        <Checkbox checked={force} onChange={setForce}>
          {t('end.force')}
        </Checkbox>
      )}
      {/* Where marks or full streams forbid it, there is nothing to give a reason for and nothing to press. */}
      {!(hasStudents && (isRefused || goals.data?.length === 0)) && (
        <>
          <ReasonField label={t('stream.basis')} value={reason} onChange={setReason} />
          {end.error && <InlineAlert tone="bad">{failureText(end.error)}</InlineAlert>}
          <Button
            type="submit"
            look="danger"
            big
            disabled={hasStudents && (!goal || (goal.busy > 0 && !force))}
            busy={end.isPending && t('saving')}
          >
            {hasStudents ? t('end.mergeAndTell', { count: stream.kol_st }) : t('end.close')}
          </Button>
        </>
      )}
    </form>
  );
}

function GoalRow({ of, isChosen, onChoose }: { of: StreamMergeTarget; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('office');
  const hours = of.hours
    .map((one) =>
      [weekdayNameByNumber(one.day_number, 'short'), one.startsAt, one.week_kind && t(`weeks.${one.week_kind}`)]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ');
  const more = of.busy - of.names.length;
  const listed = of.names.join(', ');
  const names = more > 0 ? t('end.namesAndMore', { names: listed, more }) : listed;
  return (
    <label className={styles.goal}>
      <input type="radio" name="into" checked={isChosen} onChange={onChoose} />
      <span>
        <span translate="no">{of.name}</span> · {formatNameWithHint(shortName(of.t_fio), of.apart)} ·{' '}
        {t('seats', { taken: of.kol_st, seats: of.capacity })}
        <small>{hours || t('noHours')}</small>
        <small className={of.busy ? styles.bad : styles.ok}>
          {of.busy ? t('end.busy', { count: of.busy, names }) : t('end.allFree')}
        </small>
      </span>
    </label>
  );
}
