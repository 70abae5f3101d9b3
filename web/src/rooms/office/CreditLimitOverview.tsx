import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { useExceededCreditLimits } from './board.data.ts';
import { CreditLimitExceptions } from './CreditLimitExceptions.tsx';
import { CreditsField } from './CreditsField.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';
import { OfficeHistory } from './OfficeHistory.tsx';
import { type CreditLimit, useCreditLimit, useOfficeHistory, useSetCreditLimit } from './office.data.ts';
import { ReasonField } from './ReasonField.tsx';

/** Who has more credits than a student may have in one semester of the term, and how many that are. */
export function CreditLimitOverview({ year, term }: { year: number | null; term: number | null }) {
  const { t } = useTranslation('office');
  const { limit, read: limits } = useCreditLimit(year, term);
  if (limits.isError && !limits.data)
    return <LoadFailure title={t('failedLimits')} failure={limits.error} onRetry={() => void limits.refetch()} />;
  if (limits.isPending) return <ListSkeleton lines={5} />;
  return limit && year !== null ? <LimitsOf key={limit.id_ws} year={year} limit={limit} /> : null;
}

function LimitsOf({ year, limit }: { year: number; limit: CreditLimit }) {
  const exceeded = useExceededCreditLimits(year, limit.id_ws);
  // What is below them would jump.
  if (exceeded.isPending) return <ListSkeleton lines={5} />;
  return (
    <>
      <Exceeded year={year} term={limit.id_ws} />
      <LimitForm limit={limit} />
      <CreditLimitExceptions year={year} term={limit.id_ws} usual={limit.creditLimit} />
      <Past term={limit.id_ws} />
    </>
  );
}

/** Students with more credits than the limit, most first. */
function Exceeded({ year, term }: { year: number; term: number }) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const exceeded = useExceededCreditLimits(year, term);
  if (exceeded.isError && !exceeded.data)
    return (
      <LoadFailure small title={t('failedStudents')} failure={exceeded.error} onRetry={() => void exceeded.refetch()} />
    );
  if (!exceeded.data) return null;
  return (
    <section className={classNames(card.card, styles.past)} aria-label={t('exceeded')}>
      <h2>{t('exceeded')}</h2>
      {exceeded.data.length === 0 && <p className={styles.about}>{t('noneExceeded')}</p>}
      <ul>
        {exceeded.data.map((one) => (
          <li key={one.id_student} className={styles.row}>
            <span translate="no">
              {one.s_fio}
              <small>{[one.p20, one.apart].filter(Boolean).join(' · ')}</small>
            </span>
            <span className={styles.waiting}>
              {t('creditsOf', { credits: format.format(one.credits), limit: format.format(one.creditLimit) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LimitForm({ limit }: { limit: CreditLimit }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const change = useSetCreditLimit();
  const [credits, setCredits] = useState(String(limit.creditLimit));
  const [reason, setReason] = useState('');
  const format = numberFormat();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { id_ws: limit.id_ws, creditLimit: Number(credits), reason },
      {
        onSuccess: () => {
          setReason('');
          showToast(t('limitChanged'));
        },
      },
    );
  };
  return (
    <form className={classNames(card.card, styles.form)} onSubmit={submit} aria-label={t('limit')}>
      <h2>
        {t('limit')} <small>{t('limitOfAll')}</small>
      </h2>
      <p className={styles.about}>{t('limitNow', { credits: format.format(limit.creditLimit) })}</p>
      <CreditsField
        label={t('limitCredits')}
        value={credits}
        error={change.error?.fields.creditLimit}
        onChange={setCredits}
      />
      <ReasonField value={reason} onChange={setReason} />
      {change.error && <InlineAlert tone="bad">{failureText(change.error)}</InlineAlert>}
      <Button type="submit" look="primary" busy={change.isPending && t('saving')}>
        {t('save')}
      </Button>
    </form>
  );
}

/** How the limit of all was changed. */
function Past({ term }: { term: number }) {
  const { t } = useTranslation('office');
  const history = useOfficeHistory({ id_ws: term });
  return (
    <section className={classNames(card.card, styles.past)}>
      <h2>{t('history')}</h2>
      <OfficeHistory steps={history.data} />
    </section>
  );
}
