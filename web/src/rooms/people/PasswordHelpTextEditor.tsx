import { forgottenPassword } from '@bilim/contract/forgotten.ts';
import { maxPasswordHelpLength } from '@bilim/contract/limits.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Select } from '../../kit/Select.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './People.module.css';

const languages = ['ru', 'kg', 'en'] as const;
const room = 'forgotten';

/** What the sign-in page says to people of a faculty who forgot their password. */
export function PasswordHelpTextEditor() {
  const { t } = useTranslation('forgotten');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('helpTitle')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('helpTitle')}>
        {open && <Texts onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function Texts({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('forgotten');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const texts = useQuery(queryForCall(room, forgottenPassword.texts, {}));
  const set = useMutation({
    mutationFn: (input: Parameters<typeof callServer<typeof forgottenPassword.setText>>[1]) =>
      callServer(forgottenPassword.setText, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [room] }),
  });
  const [faculty, setFaculty] = useState<number | null>(null);
  const [typed, setTyped] = useState({ ru: '', kg: '', en: '' });
  const choose = (id: number | null) => {
    const of = texts.data?.find(({ id_faculty }) => id_faculty === id);
    setFaculty(id);
    setTyped({ ru: of?.text_ru ?? '', kg: of?.text_kg ?? '', en: of?.text_en ?? '' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (faculty === null) return;
    set.mutate(
      { id_faculty: faculty, text_ru: typed.ru, text_kg: typed.kg, text_en: typed.en },
      {
        onSuccess: () => {
          showToast(t('saved'));
          onDone();
        },
      },
    );
  };
  if (!texts.data)
    return (
      texts.error && (
        <LoadFailure small title={t('failed')} failure={texts.error} onRetry={() => void texts.refetch()} />
      )
    );
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('helpAbout')}</p>
      <Select
        label={t('helpFaculty')}
        choices={texts.data.map((one) => ({ id: one.id_faculty, name: one.faculty }))}
        value={faculty}
        onChoose={choose}
      />
      {languages.map((one) => (
        <TextField
          key={one}
          label={t(`helpText.${one}`)}
          value={typed[one]}
          maxLength={maxPasswordHelpLength}
          onChange={(event) => setTyped({ ...typed, [one]: event.target.value })}
        />
      ))}
      {set.error && <InlineAlert tone="bad">{failureText(set.error)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        disabled={faculty === null || !connected}
        busy={set.isPending && t('common:loading')}
      >
        {t('save')}
      </Button>
    </form>
  );
}
