import identification from 'icon:identification-card';
import key from 'icon:key';
import prohibit from 'icon:prohibit';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { quoted } from '../../core/quoted.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import { NewPasswordDialog } from './NewPasswordDialog.tsx';
import styles from './People.module.css';
import { type Person, useBlockAccount, useUnblockAccount } from './people.data.ts';
import { ReasonForm } from './Reason.tsx';
import { findActionObstacle } from './texts.ts';

/** Who it is, and what is done most: a new password, a block. `titled`: the page's h1 is here. */
export function PersonHeader({ of, titled }: { of: Person; titled: boolean }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  // The one search leads to the act itself.
  const { act, ...listSearch } = useSearchParams('/people');
  const mayGive = of.mayAct && of.state !== 'closed' && of.state !== 'blocked';
  const [open, setOpen] = useState<'password' | 'block' | null>(mayGive && act === 'password' ? 'password' : null);
  const navigate = useNavigate();
  const close = () => {
    setOpen(null);
    if (act !== undefined) void navigate({ to: '.', search: listSearch, replace: true });
  };
  const isBlocked = of.state === 'blocked';
  const place = of.role === 1 ? of.posts[0]?.name : of.groups[0]?.name;
  return (
    <>
      <section className={classNames(card.card, styles.head)} aria-label={t('account')}>
        <Avatar id={of.id_person} fullName={of.fio} size="l" />
        <div className={styles.headWords}>
          {titled && <h1 translate="no">{of.fio}</h1>}
          <p>
            <span>
              {t(`role.${of.role === 1 ? 1 : 2}`)}
              <span translate="no">{[place, of.login].map((one) => one && ` · ${one}`)}</span>
            </span>
            <AccountStatusBadge state={of.state} />
          </p>
        </div>
        {of.mayAct && of.state !== 'closed' && (
          <div className={styles.actions}>
            <Button
              look={isBlocked ? 'soft' : 'dangerQuiet'}
              icon={prohibit}
              disabled={!connected}
              onClick={() => setOpen('block')}
            >
              {t(isBlocked ? 'unblock' : 'block')}
            </Button>
            {!isBlocked && (
              <Button look="primary" icon={key} disabled={!connected} onClick={() => setOpen('password')}>
                {t('newPassword')}
              </Button>
            )}
          </div>
        )}
      </section>
      {!of.mayAct && <InlineAlert>{t(findActionObstacle(of))}</InlineAlert>}
      {of.blocked && (
        <section className={classNames(card.card, styles.box)}>
          <h2>{t('whyBlocked')}</h2>
          <p>{quoted(of.blocked.reason)}</p>
          <p className={styles.small}>
            <Time at={of.blocked.at} form="exact" /> · <span translate="no">{of.blocked.by}</span>
          </p>
        </section>
      )}
      {of.mayAct && of.role === 2 && of.studentNumber && (
        <p className={styles.check}>
          <Icon of={identification} size="s" />
          {t('checkCard', { number: of.studentNumber })}
        </p>
      )}
      <NewPasswordDialog of={of} open={open === 'password'} onClose={close} />
      <Dialog open={open === 'block'} onClose={close} title={t(isBlocked ? 'unblockTitle' : 'blockTitle')}>
        {open === 'block' && <Block of={of} onDone={close} />}
      </Dialog>
    </>
  );
}

function Block({ of, onDone }: { of: Person; onDone: () => void }) {
  const { t } = useTranslation('people');
  const isBlocked = of.state === 'blocked';
  const calls = { block: useBlockAccount(), unblock: useUnblockAccount() };
  const call = isBlocked ? calls.unblock : calls.block;
  return (
    <ReasonForm
      yes={t(isBlocked ? 'unblock' : 'block')}
      danger={!isBlocked}
      busy={call.isPending}
      failure={call.error}
      {...(!isBlocked && { resets: { of } })}
      onYes={(reason, keep, programs) =>
        call.mutate(
          { id_person: of.id_person, reason, ...(!isBlocked && { keep, programs }) },
          {
            onSuccess: () => {
              showToast(t(isBlocked ? 'unblocked' : 'blockedNow'));
              onDone();
            },
          },
        )
      }
    >
      <p>{t(isBlocked ? 'unblockMeans' : 'blockMeans')}</p>
    </ReasonForm>
  );
}
