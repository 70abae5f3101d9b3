import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../core/failure.ts';
import { Button } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import styles from './Office.module.css';
import { ReasonField } from './ReasonField.tsx';

interface Props {
  label: string;
  /** What it means for the student. */
  meaning: string;
  act: string;
  busy: boolean;
  failure: Failure | null;
  onTake: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for the reason before something that a student was given is taken back. */
export function RevokeDialog({ label, meaning, act, busy, failure, onTake, onCancel }: Props) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onTake(reason);
  };
  return (
    <form className={styles.inside} onSubmit={submit} aria-label={label}>
      <p>{meaning}</p>
      <ReasonField value={reason} onChange={setReason} />
      {failure && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" look="danger" busy={busy && t('saving')}>
          {act}
        </Button>
      </div>
    </form>
  );
}
