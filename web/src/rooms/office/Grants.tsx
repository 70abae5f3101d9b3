import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { MoreButton } from '../../kit/MoreButton.tsx';
import { Note } from '../../kit/Note.tsx';
import { Empty, Failed } from '../../kit/States.tsx';
import { toast } from '../../kit/Toast.tsx';
import { ChooseStudent } from './ChooseStudent.tsx';
import { GivenBy } from './GivenBy.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';
import { type Grant, type Student, useGrant, useGrants } from './office.data.ts';
import { Reason } from './Reason.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';

interface Props {
  year: number | null;
  term: number | null;
}

/** Who may take disciplines beyond the plan in a term; granted and withdrawn here. */
export function Grants({ year, term }: Props) {
  const { t } = useTranslation('office');
  const grants = useGrants(year, term);
  // The search over all rooms leads here with a student's name.
  const { find } = useSearch({ strict: false }) as { find?: unknown };
  const wanted = typeof find === 'string' ? find : '';
  const [leaving, setLeaving] = useState<Grant | null>(null);
  const rows = grants.data?.pages.flat() ?? [];
  if (year === null || term === null) return null;
  const of = { id_a_year: year, id_ws: term };
  return (
    <>
      <GrantForm key={wanted} of={of} wanted={wanted} />
      {grants.isPending && <ListSkeleton />}
      {grants.isError && !grants.data && (
        <Failed title={t('failedGrants')} failure={grants.error} onRetry={() => void grants.refetch()} />
      )}
      {grants.data && rows.length === 0 && <Empty title={t('noGrants')} />}
      {rows.length > 0 && (
        <ul className={classes(card.card, styles.list)}>
          {rows.map((one) => (
            <li key={one.id_student} className={styles.window}>
              <span className={styles.what}>
                <b translate="no">{one.s_fio}</b>
                <small translate="no">{[one.p20, one.apart].filter(Boolean).join(' · ')}</small>
                <GivenBy given={one} />
              </span>
              <Button
                look="dangerQuiet"
                aria-expanded={leaving?.id_student === one.id_student}
                onClick={() => setLeaving(leaving?.id_student === one.id_student ? null : one)}
              >
                {t('withdraw')}
                <span className="hidden-text" translate="no">
                  : {one.s_fio}
                </span>
              </Button>
              {leaving?.id_student === one.id_student && (
                <Withdraw of={of} grant={leaving} onDone={() => setLeaving(null)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {grants.hasNextPage && <MoreButton list={grants} label={t('more')} failed={t('failedGrants')} />}
    </>
  );
}

interface OfTerm {
  id_a_year: number;
  id_ws: number;
}

function GrantForm({ of, wanted }: { of: OfTerm; wanted: string }) {
  const { t } = useTranslation('office');
  const words = useFailureText();
  const grant = useGrant();
  const [student, setStudent] = useState<Student | null>(null);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!student) return;
    grant.mutate(
      { ...of, id_student: student.id_student, granted: true, reason },
      {
        onSuccess: () => {
          toast(t('granted'));
          setStudent(null);
          setReason('');
        },
      },
    );
  };
  return (
    <form className={classes(card.card, styles.narrow)} onSubmit={submit} aria-label={t('grant')}>
      <h2>{t('grant')}</h2>
      <ChooseStudent student={student} onChoose={setStudent} wanted={wanted} />
      {student && (
        <>
          <Reason value={reason} onChange={setReason} />
          {grant.error && <Note tone="bad">{words(grant.error)}</Note>}
          <Button type="submit" look="primary" busy={grant.isPending && t('saving')}>
            {t('grantIt')}
          </Button>
        </>
      )}
    </form>
  );
}

function Withdraw({ of, grant: { id_student, s_fio }, onDone }: { of: OfTerm; grant: Grant; onDone: () => void }) {
  const { t } = useTranslation('office');
  const withdraw = useGrant();
  const onSuccess = () => {
    toast(t('withdrawn'));
    onDone();
  };
  return (
    <RevokeDialog
      label={t('withdrawFrom', { name: s_fio })}
      meaning={t('withdrawMeaning')}
      act={t('withdraw')}
      busy={withdraw.isPending}
      failure={withdraw.error}
      onTake={(reason) => withdraw.mutate({ ...of, id_student, granted: false, reason }, { onSuccess })}
      onCancel={onDone}
    />
  );
}
