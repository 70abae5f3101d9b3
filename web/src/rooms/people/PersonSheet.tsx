import identification from 'icon:identification-card';
import key from 'icon:key';
import prohibit from 'icon:prohibit';
import signOut from 'icon:sign-out';
import type { SignInMethod } from '@bilim/contract/sign-in-methods.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import { PasswordSlipDialog } from './NewPasswordDialog.tsx';
import styles from './People.module.css';
import sheet from './PersonSheet.module.css';
import {
  type PasswordSlip,
  type Person,
  type PersonSummary,
  useBlockAccount,
  useEndAllSessions,
  useIssuePassword,
  usePerson,
  useUnblockAccount,
} from './people.data.ts';
import { defaultRemovedMethods, isValidReason, ReasonField, ResetCheckboxes, toResetOptions } from './Reason.tsx';
import { findActionObstacle, usePresetReasons } from './texts.ts';

interface Props {
  /** Whom it is about; null: it is shut. */
  of: PersonSummary | null;
  onClose: () => void;
}

/** The usual acts with one person, from the list on a telephone: one reason for each of them, and the way to all the rest. */
export function PersonSheet({ of, onClose }: Props) {
  const { t } = useTranslation('people');
  const failureText = useFailureText();
  const filters = useSearchParams('/people');
  const password = useIssuePassword();
  const [slip, setSlip] = useState<PasswordSlip | null>(null);
  // What was typed for a person stays until something was done, also when the sheet was swiped away.
  const [drafts, setDrafts] = useState<Readonly<Record<number, string>>>({});
  const done = () => {
    if (of) setDrafts({ ...drafts, [of.id_person]: '' });
    onClose();
  };
  const give = (input: Parameters<typeof password.mutate>[0], isAnother = false) =>
    password.mutate(input, {
      onSuccess: ([made]) => {
        if (!made) return;
        setSlip(made);
        if (!isAnother) done();
      },
      ...(isAnother && { onError: (failure) => showToast(failureText(failure)) }),
    });
  return (
    <>
      <Dialog open={of !== null} onClose={onClose} title={of && <span translate="no">{of.fio}</span>}>
        {of && (
          <div className={styles.form}>
            <div className={styles.who}>
              <Avatar id={of.id_person} fullName={of.fio} size="l" />
              <p className={styles.small}>
                <span translate="no">{[of.place, of.login].filter(Boolean).join(' · ')}</span>
                <br />
                <AccountStatusBadge state={of.state} />
              </p>
            </div>
            <SheetActions
              id={of.id_person}
              draft={drafts[of.id_person] ?? ''}
              onDraft={(reason) => setDrafts({ ...drafts, [of.id_person]: reason })}
              password={{ busy: password.isPending, failure: password.error, give }}
              onDone={done}
            />
            <Link
              to="/people/$id"
              params={{ id: String(of.id_person) }}
              search={filters}
              className={buttonClasses('quiet')}
            >
              {t('wholeAccount')}
            </Link>
          </div>
        )}
      </Dialog>
      <PasswordSlipDialog
        slip={slip}
        another={{ busy: password.isPending, make: () => password.variables && give(password.variables, true) }}
        onClose={() => {
          setSlip(null);
          password.reset();
        }}
      />
    </>
  );
}

interface ActionsProps {
  id: number;
  draft: string;
  onDraft: (reason: string) => void;
  password: {
    busy: boolean;
    failure: ReturnType<typeof useIssuePassword>['error'];
    give: (input: Parameters<ReturnType<typeof useIssuePassword>['mutate']>[0]) => void;
  };
  onDone: () => void;
}

/** What may be done with the person, once it is known. */
function SheetActions({ id, ...actions }: ActionsProps) {
  const { t } = useTranslation('people');
  const { data, error, refetch } = usePerson(id);
  const [person] = data ?? [];
  if (person) return <PersonActions of={person} {...actions} />;
  if (error) return <LoadFailure small title={t('personFailed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <Skeleton className={styles.skeleton}>
      <SkeletonBar className={styles.headSkeleton} />
    </Skeleton>
  );
}

/** Asks for the reason in its field where there is none, and does nothing else then. */
function useReasonFirst(draft: string) {
  const { t } = useTranslation('people');
  const field = useRef<HTMLInputElement>(null);
  const [isAsked, setAsked] = useState(false);
  const isMissing = !isValidReason(draft);
  return {
    field,
    error: isAsked && isMissing ? t('reasonFirst') : undefined,
    withReason: (proceed: () => void) => {
      setAsked(isMissing);
      if (isMissing) field.current?.focus();
      else proceed();
    },
  };
}

function PersonActions({ of, draft, onDraft, password, onDone }: Omit<ActionsProps, 'id'> & { of: Person }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const usual = usePresetReasons();
  const [end, block, unblock] = [useEndAllSessions(), useBlockAccount(), useUnblockAccount()];
  const [going, setGoing] = useState<readonly SignInMethod[]>(defaultRemovedMethods);
  const { field, error, withReason } = useReasonFirst(draft);
  if (!of.mayAct) return <InlineAlert>{t(findActionObstacle(of))}</InlineAlert>;
  if (of.state === 'closed') return null;
  const isBlocked = of.state === 'blocked';
  const why = { id_person: of.id_person, reason: draft.trim() };
  const reset = { ...why, ...toResetOptions(going) };
  const confirmDone = (words: string) => {
    showToast(words);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withReason(() => {
      if (isBlocked) unblock.mutate(why, { onSuccess: () => confirmDone(t('unblocked')) });
      else password.give(reset);
    });
  };
  const endAll = () => end.mutate(reset, { onSuccess: ([row]) => confirmDone(t('ended', { count: row?.ended ?? 0 })) });
  const shutOut = () => block.mutate(reset, { onSuccess: () => confirmDone(t('blockedNow')) });
  const failure = password.failure ?? end.error ?? block.error ?? unblock.error;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {of.studentNumber && (
        <p className={styles.check}>
          <Icon of={identification} size="s" />
          {t('checkCard', { number: of.studentNumber })}
        </p>
      )}
      <ReasonField ref={field} error={error} usual={isBlocked ? [] : usual} value={draft} onChange={onDraft} />
      {!isBlocked && <ResetCheckboxes of={of} going={going} onChange={setGoing} />}
      {failure && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        big
        wide
        icon={isBlocked ? prohibit : key}
        disabled={!connected}
        busy={(password.busy || unblock.isPending) && t('common:loading')}
      >
        {t(isBlocked ? 'unblock' : 'giveIt')}
      </Button>
      {!isBlocked && (
        <div className={sheet.sheetActions}>
          <Button
            icon={signOut}
            disabled={!connected}
            busy={end.isPending && t('common:loading')}
            onClick={() => withReason(endAll)}
          >
            {t('endSessions')}
          </Button>
          <Button
            look="dangerQuiet"
            icon={prohibit}
            disabled={!connected}
            busy={block.isPending && t('common:loading')}
            onClick={() => withReason(shutOut)}
          >
            {t('block')}
          </Button>
        </div>
      )}
    </form>
  );
}
