import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { TextInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Note } from '../../kit/Note.tsx';
import { Failed } from '../../kit/States.tsx';
import { toast } from '../../kit/Toast.tsx';
import { History } from './History.tsx';
import styles from './Office.module.css';
import { type Limit, useHistory, useLimits, useSetLimit } from './office.data.ts';
import { Reason } from './Reason.tsx';

/** How many credits a student may be registered for in one semester of the term. */
export function Limits({ term }: { term: number | null }) {
  const { t } = useTranslation('registrationoffice');
  const limits = useLimits();
  const limit = limits.data?.find((one) => one.id_ws === term);
  if (limits.isError && !limits.data)
    return <Failed title={t('failedLimits')} failure={limits.error} onRetry={() => void limits.refetch()} />;
  return limit ? <LimitForm key={limit.id_ws} limit={limit} /> : null;
}

function LimitForm({ limit }: { limit: Limit }) {
  const { t } = useTranslation('registrationoffice');
  const words = useFailureText();
  const change = useSetLimit();
  const history = useHistory({ id_ws: limit.id_ws });
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
          toast(t('limitChanged'));
        },
      },
    );
  };
  return (
    <>
      <form className={classes(card.card, styles.form)} onSubmit={submit} aria-label={t('limit')}>
        <h2>{t('limit')}</h2>
        <p className={styles.about}>{t('limitNow', { credits: format.format(limit.creditLimit) })}</p>
        <TextInput
          label={t('limitCredits')}
          type="number"
          inputMode="decimal"
          required
          min={0.5}
          max={200}
          step={0.5}
          value={credits}
          error={change.error?.fields.creditLimit}
          onChange={(event) => setCredits(event.target.value)}
        />
        <Reason value={reason} onChange={setReason} />
        {change.error && <Note tone="bad">{words(change.error)}</Note>}
        <Button type="submit" look="primary" busy={change.isPending && t('saving')}>
          {t('save')}
        </Button>
      </form>
      <section className={classes(card.card, styles.past)}>
        <h2>{t('history')}</h2>
        <History steps={history.data} />
      </section>
    </>
  );
}
