import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { CreditsField } from './CreditsField.tsx';
import {
  type CreditLimitException,
  useCreditLimitExceptions,
  useEndCreditLimitException,
  useSetCreditLimitException,
} from './exceptions.data.ts';
import { GrantDetails } from './GrantDetails.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';
import type { StudentSearchResult } from './office.data.ts';
import { ReasonField } from './ReasonField.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';
import { StudentPicker } from './StudentPicker.tsx';

interface OfTerm {
  id_a_year: number;
  id_ws: number;
}

/** Students with a limit of their own in a term; given and taken back here. */
export function CreditLimitExceptions({ year, term, usual }: { year: number; term: number; usual: number }) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const exceptions = useCreditLimitExceptions(year, term);
  const [ending, setEnding] = useState<number | null>(null);
  const rows = exceptions.data?.pages.flat() ?? [];
  const of = { id_a_year: year, id_ws: term };
  return (
    <>
      <ExceptionForm key={`${year} ${term}`} of={of} usual={usual} />
      {exceptions.isPending && <ListSkeleton />}
      {exceptions.isError && !exceptions.data && (
        <LoadFailure
          small
          title={t('failedExceptions')}
          failure={exceptions.error}
          onRetry={() => void exceptions.refetch()}
        />
      )}
      {exceptions.data && rows.length === 0 && <EmptyState title={t('noExceptions')} />}
      {rows.length > 0 && (
        <ul className={classNames(card.card, styles.list)} aria-label={t('byName')}>
          {rows.map((one) => (
            <li key={one.id_student} className={styles.window}>
              <span className={styles.what}>
                <b translate="no">{one.s_fio}</b>
                {one.apart && <small translate="no">{one.apart}</small>}
                <small className={one.credits > one.creditLimit ? styles.waiting : undefined}>
                  {t('ownLimit', { limit: format.format(one.creditLimit), credits: format.format(one.credits) })}
                </small>
                <GrantDetails given={one} />
              </span>
              <Button
                look="dangerQuiet"
                aria-expanded={ending === one.id_student}
                onClick={() => setEnding(ending === one.id_student ? null : one.id_student)}
              >
                {t('endException')}
                <span className="hidden-text" translate="no">
                  : {one.s_fio}
                </span>
              </Button>
              {ending === one.id_student && <EndException of={of} exception={one} onDone={() => setEnding(null)} />}
            </li>
          ))}
        </ul>
      )}
      {exceptions.hasNextPage && <LoadMoreButton list={exceptions} label={t('more')} failed={t('failedExceptions')} />}
    </>
  );
}

function ExceptionForm({ of, usual }: { of: OfTerm; usual: number }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const except = useSetCreditLimitException();
  const [student, setStudent] = useState<StudentSearchResult | null>(null);
  const [credits, setCredits] = useState(String(usual));
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!student) return;
    except.mutate(
      { ...of, id_student: student.id_student, creditLimit: Number(credits), reason },
      {
        onSuccess: () => {
          showToast(t('excepted'));
          setStudent(null);
          setReason('');
        },
      },
    );
  };
  return (
    <form className={classNames(card.card, styles.narrow)} onSubmit={submit} aria-label={t('except')}>
      <h2>{t('except')}</h2>
      <StudentPicker student={student} onChoose={setStudent} />
      {student && (
        <>
          <CreditsField
            label={t('exceptionCredits')}
            value={credits}
            error={except.error?.fields.creditLimit}
            onChange={setCredits}
          />
          <ReasonField value={reason} onChange={setReason} />
          {except.error && <InlineAlert tone="bad">{failureText(except.error)}</InlineAlert>}
          <Button type="submit" look="primary" busy={except.isPending && t('saving')}>
            {t('exceptIt')}
          </Button>
        </>
      )}
    </form>
  );
}

function EndException({ of, exception, onDone }: { of: OfTerm; exception: CreditLimitException; onDone: () => void }) {
  const { t } = useTranslation('office');
  const end = useEndCreditLimitException();
  const { id_student, s_fio } = exception;
  const onSuccess = () => {
    showToast(t('exceptionEnded'));
    onDone();
  };
  return (
    <RevokeDialog
      label={t('endExceptionOf', { name: s_fio })}
      meaning={t('endMeaning')}
      act={t('endException')}
      busy={end.isPending}
      failure={end.error}
      onTake={(reason) => end.mutate({ ...of, id_student, reason }, { onSuccess })}
      onCancel={onDone}
    />
  );
}
