import merge from 'icon:git-merge';
import { mergeUndoDays } from '@bilim/contract/limits.ts';
import { optionalResetMethod } from '@bilim/contract/sign-in-methods.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import styles from './People.module.css';
import { PersonPageSection } from './PersonPageSections.tsx';
import {
  type DuplicateAccount,
  type MergePreview,
  type Person,
  useDuplicateAccounts,
  useMergeAccounts,
  useMergePreview,
  usePerson,
} from './people.data.ts';
import { ReasonForm } from './Reason.tsx';
import accounts from './SamePerson.module.css';
import { useRowKindName } from './texts.ts';

/** Other accounts that look like this person's; each can be merged into this one. */
export function DuplicateAccounts({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const doubles = useDuplicateAccounts(of.id_person);
  const [chosen, setChosen] = useState<DuplicateAccount | null>(null);
  if (!doubles.data?.length) return null;
  const isMerged = of.merges.some(({ isGone }) => isGone);
  return (
    <PersonPageSection title={t('doubles')}>
      <ul className={accounts.doubles}>
        {doubles.data.map((one) => (
          <li key={one.id_person} className={accounts.double}>
            <Icon of={merge} />
            <div>
              <Link to="/people/$id" params={{ id: String(one.id_person) }} className={styles.name}>
                <span translate="no">{one.fio}</span>
              </Link>
              <p className={styles.small}>
                <span translate="no">{[one.place, one.login].filter(Boolean).join(' · ')}</span> ·{' '}
                {t(one.by === 'email' ? 'sameBy.email' : 'sameBy.name')} <AccountStatusBadge state={one.state} />
              </p>
            </div>
            {of.mayAct && of.state !== 'closed' && !isMerged && (
              <Button look="quiet" disabled={!connected} onClick={() => setChosen(one)}>
                {t('mergeIt')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={chosen !== null} onClose={() => setChosen(null)} title={t('mergeTitle')}>
        {chosen && <MergeTwo of={of} other={chosen} onDone={() => setChosen(null)} />}
      </Dialog>
    </PersonPageSection>
  );
}

/** What follows and what is kept apart, before it is done. */
function MergeTwo({ of, other, onDone }: { of: Person; other: DuplicateAccount; onDone: () => void }) {
  const { t } = useTranslation('people');
  const compared = useMergePreview(of.id_person, other.id_person);
  const call = useMergeAccounts();
  const { data: mergedPerson } = usePerson(other.id_person);
  if (compared.isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.headSkeleton} />
      </Skeleton>
    );
  if (!compared.data)
    return (
      compared.error && (
        <LoadFailure small title={t('mergeFailed')} failure={compared.error} onRetry={() => void compared.refetch()} />
      )
    );
  return (
    <ReasonForm
      yes={t('mergeYes')}
      busy={call.isPending}
      failure={call.error}
      {...(mergedPerson?.[0] && { resets: { of: mergedPerson[0], fixed: [optionalResetMethod] } })}
      onYes={(reason, keep) =>
        call.mutate(
          { id_person: of.id_person, id_other: other.id_person, reason, keep },
          {
            onSuccess: () => {
              showToast(t('merged'));
              onDone();
            },
          },
        )
      }
    >
      <p>{t('mergeMeans', { stays: of.login, goes: other.login })}</p>
      <Follows moved={compared.data} />
      <p className={styles.small}>
        {t('mergeRule')} {t('mergeUndo', { days: mergeUndoDays })}
      </p>
    </ReasonForm>
  );
}

function Follows({ moved }: { moved: readonly MergePreview[] }) {
  const { t } = useTranslation('people');
  const names = useRowKindName();
  if (!moved.length) return <p>{t('mergeNothing')}</p>;
  return (
    <section aria-label={t('mergeFollows')}>
      <h3 className={styles.follows}>{t('mergeFollows')}</h3>
      <dl className={styles.facts}>
        {moved.map(({ kind, rows, apart }) => (
          <div key={kind}>
            <dt>{names(kind)}</dt>
            <dd>
              {rows}
              {apart > 0 && <span className={styles.small}> · {t('mergeApart', { count: apart })}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
