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
import { When } from '../../kit/When.tsx';
import { ChooseStudent } from './ChooseStudent.tsx';
import { ListBones } from './ListBones.tsx';
import styles from './Office.module.css';
import { type Grant, type Student, useGrant, useGrants } from './office.data.ts';
import { Reason } from './Reason.tsx';

interface Props {
  year: number | null;
  term: number | null;
}

/** Who may take disciplines beyond the plan in a term; granted and withdrawn here. */
export function Grants({ year, term }: Props) {
  const { t } = useTranslation('registrationoffice');
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
      {grants.isPending && <ListBones />}
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
                <small translate="no">
                  {one.p20}
                  {one.at && (
                    <When at={one.at} form="item">
                      {(when) => ` · ${when}`}
                    </When>
                  )}
                  {[one.by, one.reason].filter(Boolean).map((part) => ` · ${part}`)}
                </small>
              </span>
              <Button
                look="dangerQuiet"
                aria-expanded={leaving?.id_student === one.id_student}
                onClick={() => setLeaving(leaving?.id_student === one.id_student ? null : one)}
              >
                {t('withdraw')}
                <span className="hidden-text">: {one.s_fio}</span>
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
  const { t } = useTranslation('registrationoffice');
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
  const { t } = useTranslation('registrationoffice');
  const words = useFailureText();
  const withdraw = useGrant();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withdraw.mutate(
      { ...of, id_student, granted: false, reason },
      {
        onSuccess: () => {
          toast(t('withdrawn'));
          onDone();
        },
      },
    );
  };
  return (
    <form className={styles.inside} onSubmit={submit} aria-label={t('withdrawFrom', { name: s_fio })}>
      <p>{t('withdrawMeaning')}</p>
      <Reason value={reason} onChange={setReason} />
      {withdraw.error && <Note tone="bad">{words(withdraw.error)}</Note>}
      <div className={styles.acts}>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
        <Button type="submit" look="danger" busy={withdraw.isPending && t('saving')}>
          {t('withdraw')}
        </Button>
      </div>
    </form>
  );
}
