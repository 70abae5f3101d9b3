import plus from 'icon:plus';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordConfirmForm } from '../../account/PasswordConfirmForm.tsx';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { dateInWords } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { DateField } from '../../kit/DateField.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Data.module.css';
import { type ServiceToken, useCreateServiceToken, useRevokeServiceToken, useServiceTokens } from './data.data.ts';

const states = ['works', 'over', 'revoked', 'stopped'] as const;

/** Programs that push tables by themselves. */
export function ServiceTokens() {
  const { t } = useTranslation('data');
  const connected = useAtom(isPortalReachable);
  const tokens = useServiceTokens();
  const [making, setMaking] = useState(false);
  return (
    <section className={styles.stack} aria-label={t('tokens.title')}>
      <div className={styles.line}>
        <h2>{t('tokens.title')}</h2>
        <Button icon={plus} disabled={!connected} onClick={() => setMaking(true)}>
          {t('tokens.new')}
        </Button>
      </div>
      <p className={styles.small}>{t('tokens.about')}</p>
      {tokens.error && !tokens.data && (
        <LoadFailure small title={t('tokens.failed')} failure={tokens.error} onRetry={() => void tokens.refetch()} />
      )}
      {tokens.data?.length === 0 && <EmptyState title={t('tokens.empty')} />}
      {Boolean(tokens.data?.length) && (
        <ul className={classNames(card.card, styles.list)}>
          {tokens.data?.map((token) => (
            <Row key={token.id_token} token={token} />
          ))}
        </ul>
      )}
      <Dialog open={making} title={t('tokens.new')} onClose={() => setMaking(false)}>
        <NewToken onDone={() => setMaking(false)} />
      </Dialog>
    </section>
  );
}

function Row({ token }: { token: ServiceToken }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const revoke = useRevokeServiceToken();
  const state = states.find((one) => one === token.state) ?? 'over';
  return (
    <li className={styles.line}>
      <span>
        <b translate="no">{token.name}</b>
        <small translate="no">
          {token.tables.join(' ')} · {token.addresses.join(' ')}
        </small>
        <small>
          {t(`tokens.state.${state}`, { until: dateInWords(token.until) })} ·{' '}
          {token.usedAt ? (
            <>
              {t('tokens.used')} <Time at={token.usedAt} form="exact" />
            </>
          ) : (
            t('tokens.never')
          )}
        </small>
      </span>
      {(state === 'works' || state === 'stopped') && (
        <Button
          look="dangerQuiet"
          aria-label={`${t('tokens.revoke')}: ${token.name}`}
          onClick={() =>
            revoke.mutate({ id_token: token.id_token }, { onError: (failure) => showToast(failureText(failure)) })
          }
        >
          {t('tokens.revoke')}
        </Button>
      )}
    </li>
  );
}

function NewToken({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('data');
  const make = useCreateServiceToken();
  const [form, setForm] = useState({ name: '', tables: '', addresses: '', until: '' });
  const [made] = make.data ?? [];
  const put = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }));
  if (made)
    return (
      <div className={styles.stack}>
        <InlineAlert tone="warm">{t('tokens.once')}</InlineAlert>
        <code className={styles.token} translate="no">
          {made.token}
        </code>
        <div className={styles.buttons}>
          <Button
            look="primary"
            onClick={() => void navigator.clipboard?.writeText(made.token).then(() => showToast(t('tokens.copied')))}
          >
            {t('tokens.copy')}
          </Button>
          <Button onClick={onDone}>{t('tokens.ready')}</Button>
        </div>
      </div>
    );
  const fault = (name: string) => make.error?.fields[name];
  const removal: Parameters<typeof PasswordConfirmForm>[0]['mutation'] = {
    ...make,
    mutate: ({ password }, then) => make.mutate({ ...form, password }, then),
  };
  return (
    <PasswordConfirmForm
      texts="data"
      mutation={removal}
      words={t('tokens.make')}
      help={t('tokens.passwordHelp')}
      ready={Boolean(form.name && form.tables && form.addresses && form.until)}
    >
      <TextField
        label={t('tokens.name')}
        value={form.name}
        maxLength={100}
        error={fault('name')}
        onChange={(event) => put({ name: event.target.value })}
      />
      <TextField
        label={t('tokens.tables')}
        help={t('tokens.tablesHelp')}
        value={form.tables}
        error={fault('tables')}
        onChange={(event) => put({ tables: event.target.value })}
      />
      <TextField
        label={t('tokens.addresses')}
        help={t('tokens.addressesHelp')}
        value={form.addresses}
        error={fault('addresses')}
        onChange={(event) => put({ addresses: event.target.value })}
      />
      <DateField label={t('tokens.until')} value={form.until} onChange={(until) => put({ until })} />
    </PasswordConfirmForm>
  );
}
