import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { TextField } from '../../kit/Field.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { shortName } from '../../kit/person.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { useReceiptSearch } from './board.data.ts';
import styles from './Office.module.css';
import { OfficeHistory } from './OfficeHistory.tsx';
import { useOfficeHistory } from './office.data.ts';
import form from './ReceiptSearch.module.css';

/** What is behind the number of a receipt that somebody brings: what was registered, when, and whether it still is. */
export function ReceiptSearch() {
  const { t } = useTranslation('office');
  const [typed, setTyped] = useState('');
  const [receipt, setReceipt] = useState('');
  const found = useReceiptSearch(receipt);
  const history = useOfficeHistory({ receipt }, receipt !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setReceipt(typed.trim());
  };
  return (
    <div className={classNames(card.card, form.receipts)}>
      <form onSubmit={submit}>
        <TextField
          label={t('receiptNumber')}
          value={typed}
          maxLength={20}
          inputMode="numeric"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="primary" big>
          {t('check')}
        </Button>
      </form>
      {found.error && !found.data && (
        <LoadFailure small title={t('failedHistory')} failure={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.length === 0 && <InlineAlert tone="warm">{t('noReceipt')}</InlineAlert>}
      {found.data?.map((one) => (
        <ReceiptRow key={`${one.name_vid_zaniatiy} ${one.at}`} of={one} />
      ))}
      {found.data && found.data.length > 0 && <OfficeHistory steps={history.data} />}
    </div>
  );
}

function ReceiptRow({ of }: { of: NonNullable<ReturnType<typeof useReceiptSearch>['data']>[number] }) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  return (
    <div className={styles.row}>
      <span>
        <b translate="no">{of.discipline}</b>, {shortenClassTypeInLowercase(of.name_vid_zaniatiy)}
        <small translate="no">
          {of.s_fio} · {of.p20}
        </small>
        <small>
          {t('creditsShort', { credits: format.format(of.kredits) })} · <span translate="no">{of.stream}</span> ·{' '}
          {of.t_fio && <span translate="no">{shortName(of.t_fio)} · </span>}
          <Time at={of.at} form="exact" />
        </small>
      </span>
      <span className={classNames(styles.state, of.isValid && styles.open)}>
        {t(of.isValid ? 'receiptValid' : 'receiptInvalid')}
      </span>
    </div>
  );
}
