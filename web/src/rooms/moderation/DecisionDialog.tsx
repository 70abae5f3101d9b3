import { limits } from '@bilim/contract/limits.ts';
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
import styles from './Moderation.module.css';
import { type ModerationDecision, useModerationDecisions } from './moderation.data.ts';

const least = 3;
const words = {
  remove: { title: 'removeTitle', meaning: 'removeMeaning', why: 'why', done: 'done.removed' },
  leave: { title: 'leaveTitle', meaning: 'leaveMeaning', why: 'note', done: 'done.left' },
  restore: { title: 'restoreTitle', meaning: 'restoreMeaning', why: 'whyBack', done: 'done.restored' },
} as const;

interface Props {
  of: number;
  /** Null: nothing is being decided. */
  decision: ModerationDecision | null;
  onClose: () => void;
}

/** Asks why something is decided of a case, and does it. */
export function DecisionDialog({ of, decision, onClose }: Props) {
  const { t } = useTranslation('moderation');
  return (
    <Dialog open={decision !== null} onClose={onClose} title={decision ? t(words[decision].title) : ''}>
      {decision && <DecidingForm key={decision} of={of} decision={decision} onClose={onClose} />}
    </Dialog>
  );
}

function DecidingForm({ of, decision, onClose }: Props & { decision: ModerationDecision }) {
  const { t } = useTranslation('moderation');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const { [decision]: deciding } = useModerationDecisions();
  const [key] = useState(randomUuid);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    deciding.mutate(
      { id_case: of, reason: reason.trim(), key },
      {
        onSuccess: () => {
          showToast(t(words[decision].done));
          onClose();
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t(words[decision].meaning)}</p>
      <TextField
        label={t(words[decision].why)}
        value={reason}
        required
        minLength={least}
        maxLength={limits.reasonLength}
        onChange={(event) => setReason(event.target.value)}
      />
      {deciding.error && <InlineAlert tone="bad">{failureText(deciding.error)}</InlineAlert>}
      <Button
        type="submit"
        look={decision === 'remove' ? 'danger' : 'primary'}
        big
        wide
        disabled={reason.trim().length < least || !connected}
        busy={deciding.isPending && t('common:loading')}
      >
        {t(decision)}
      </Button>
    </form>
  );
}
