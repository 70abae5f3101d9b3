import { maxReasonLength } from '@bilim/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast } from '../../kit/Toast.tsx';
import own from './AttentionSignsReport.module.css';
import { type AttentionSign, useExplainAttentionSign } from './reports.data.ts';

const least = 3;

interface Props {
  /** Null: nothing is being explained. */
  of: AttentionSign | null;
  title: string;
  onClose: () => void;
}

/** Asks why something is in order, and writes it down. */
export function ExplanationDialog({ of, title, onClose }: Props) {
  return (
    <Dialog open={of !== null} onClose={onClose} title={title}>
      {of && <Form of={of} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ of, onClose }: { of: AttentionSign; onClose: () => void }) {
  const { t } = useTranslation('reports');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const explain = useExplainAttentionSign(() => {
    showToast(t('worth.explained'));
    onClose();
  });
  const [key] = useState(randomUuid);
  const [explanation, setExplanation] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    explain.mutate({ subject: of.subject, explanation: explanation.trim(), key });
  };
  return (
    <form className={own.form} onSubmit={submit}>
      <p>{t('worth.meaning')}</p>
      <TextField
        label={t('worth.explanation')}
        value={explanation}
        required
        minLength={least}
        maxLength={maxReasonLength}
        onChange={(event) => setExplanation(event.target.value)}
      />
      {explain.error && <InlineAlert tone="bad">{failureText(explain.error)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        big
        wide
        disabled={explanation.trim().length < least || !connected}
        busy={explain.isPending && t('common:loading')}
      >
        {t('worth.keep')}
      </Button>
    </form>
  );
}
