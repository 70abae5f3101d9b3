import { limits } from '@bilim/contract/limits.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import type { Failure } from '../../core/failure.ts';
import { online } from '../../core/online.ts';
import { Button } from '../../kit/Button.tsx';
import { TextInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Note } from '../../kit/Note.tsx';
import styles from './People.module.css';

const least = 3;
const usual = ['forgot', 'first', 'foreign'] as const;

/** Why something is done with an account: typed, or one of the usual reasons. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation('people');
  const list = useId();
  return (
    <>
      <TextInput
        label={t('reason')}
        value={value}
        required
        minLength={least}
        maxLength={limits.reasonLength}
        list={list}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {usual.map((one) => (
          <option key={one} value={t(`usual.${one}`)} />
        ))}
      </datalist>
    </>
  );
}

/** Whether this is a reason that the portal takes. */
export const isReason = (text: string): boolean => text.trim().length >= least;

interface Props {
  /** What will happen. */
  children: ReactNode;
  /** The word for doing it. */
  yes: string;
  danger?: boolean;
  busy: boolean;
  failure: Failure | null;
  onYes: (reason: string) => void;
}

/** Asks for the reason of an act, and does it. */
export function WithReason({ children, yes, danger, busy, failure, onYes }: Props) {
  const { t } = useTranslation('people');
  const connected = useCell(online);
  const said = useFailureText();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onYes(reason.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      <ReasonField value={reason} onChange={setReason} />
      {failure && <Note tone="bad">{said(failure)}</Note>}
      <Button
        type="submit"
        look={danger ? 'danger' : 'primary'}
        big
        wide
        disabled={!isReason(reason) || !connected}
        busy={busy && t('common:loading')}
      >
        {yes}
      </Button>
    </form>
  );
}
