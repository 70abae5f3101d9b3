import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { TextInput } from '../../kit/Field.tsx';
import { Failed } from '../../kit/States.tsx';
import { History } from './History.tsx';
import styles from './Office.module.css';
import { useHistory } from './office.data.ts';

/** What stands behind the number of a receipt that somebody brings. */
export function Receipts() {
  const { t } = useTranslation('registrationoffice');
  const [typed, setTyped] = useState('');
  const [receipt, setReceipt] = useState('');
  const history = useHistory({ receipt }, receipt !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setReceipt(typed.trim());
  };
  return (
    <div className={classes(card.card, styles.receipts)}>
      <form onSubmit={submit}>
        <TextInput
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
      {history.error && !history.data && (
        <Failed small title={t('failedHistory')} failure={history.error} onRetry={() => void history.refetch()} />
      )}
      {receipt && <History steps={history.data} />}
    </div>
  );
}
