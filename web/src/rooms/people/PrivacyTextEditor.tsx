import type { Input, Output } from '@bilim/contract/call.ts';
import { maxPrivacyTextLength } from '@bilim/contract/limits.ts';
import { personaldata } from '@bilim/contract/personaldata.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './People.module.css';

const languages = ['ru', 'kg', 'en'] as const;
const room = 'personaldata';

/** What the university says to people about their data. */
export function PrivacyTextEditor() {
  const { t } = useTranslation('personaldata');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('textTitle')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('textTitle')} keeps>
        {open && <Newest onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function Newest({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('personaldata');
  const { data, error, refetch } = useQuery(queryForCall(room, personaldata.text, {}));
  const [text] = data ?? [];
  if (!text) return error && <LoadFailure small title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  return <Edit of={text} onDone={onDone} />;
}

function Edit({ of, onDone }: { of: Output<typeof personaldata.text>[number]; onDone: () => void }) {
  const { t } = useTranslation('personaldata');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const [typed, setTyped] = useState({ ru: of.text_ru, kg: of.text_kg, en: of.text_en });
  const [asks, setAsks] = useState(of.asks);
  const set = useMutation({
    mutationFn: (input: Input<typeof personaldata.setText>) =>
      callServer(personaldata.setText, input, { key: randomUuid() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [room] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(
      { text_ru: typed.ru, text_kg: typed.kg, text_en: typed.en, asks },
      {
        onSuccess: ([made]) => {
          showToast(t('textSaved', { version: made?.version ?? 0 }));
          onDone();
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('textAbout')}</p>
      {of.version !== null && (
        <p className={styles.small}>
          {t('agreedSoFar', { version: of.version, agreed: of.agreed, people: of.people })}
        </p>
      )}
      {languages.map((one) => (
        <TextArea
          key={one}
          label={t(`forgotten:helpText.${one}`)}
          rows={one === 'ru' ? 8 : 3}
          value={typed[one]}
          required={one === 'ru'}
          maxLength={maxPrivacyTextLength}
          onChange={(event) => setTyped({ ...typed, [one]: event.target.value })}
        />
      ))}
      <Checkbox checked={asks} onChange={setAsks}>
        {t('asks')}
      </Checkbox>
      {set.error && <InlineAlert tone="bad">{failureText(set.error)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        big
        wide
        disabled={!typed.ru.trim() || !connected}
        busy={set.isPending && t('common:loading')}
      >
        {t('makeVersion')}
      </Button>
    </form>
  );
}
