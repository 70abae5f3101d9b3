import { maxNameLength } from '@bilim/contract/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { PasswordSlipDialog } from './NewPasswordDialog.tsx';
import { type PasswordSlip, useAddPerson } from './people.data.ts';
import { ReasonForm } from './Reason.tsx';

const names = ['surname', 'name', 'patronymic'] as const;
const blank = { surname: '', name: '', patronymic: '', login: '' };

/** An account for somebody who is in no table of the registrar's. */
export function AddPersonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('people');
  const add = useAddPerson();
  const [typed, setTyped] = useState(blank);
  const [slip, setSlip] = useState<PasswordSlip | null>(null);
  const type = (name: keyof typeof blank) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  const done = () => {
    setSlip(null);
    setTyped(blank);
    add.reset();
    onClose();
  };
  return (
    <>
      <Dialog open={open && !slip} onClose={onClose} title={t('add')} keeps>
        <ReasonForm
          yes={t('addAndGive')}
          busy={add.isPending}
          failure={add.error}
          onYes={(reason) =>
            add.mutate({ ...typed, reason }, { onSuccess: ([made]) => setSlip(made?.slip[0] ?? null) })
          }
        >
          <p>{t('addMeans')}</p>
          {names.map((name) => (
            <TextField
              key={name}
              label={t(`field.${name}`)}
              value={typed[name]}
              required={name !== 'patronymic'}
              maxLength={maxNameLength}
              onChange={type(name)}
            />
          ))}
          <TextField
            label={t('field.login')}
            value={typed.login}
            required
            minLength={3}
            maxLength={60}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={type('login')}
          />
        </ReasonForm>
      </Dialog>
      <PasswordSlipDialog slip={slip} onClose={done} />
    </>
  );
}
