import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../core/searchParams.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { GrantDetails } from './GrantDetails.tsx';
import { GroupPicker } from './GroupPicker.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';
import {
  type ExtrasGrant,
  type GroupSearchResult,
  type StudentSearchResult,
  useExtrasGrants,
  useGrantExtras,
  useGrantGroupExtras,
} from './office.data.ts';
import { ReasonField } from './ReasonField.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';
import { StudentPicker } from './StudentPicker.tsx';

interface Props {
  year: number | null;
  term: number | null;
}

/** Who may take disciplines beyond the plan in a term; granted and withdrawn here. */
export function ExtrasGrants({ year, term }: Props) {
  const { t } = useTranslation('office');
  const grants = useExtrasGrants(year, term);
  // The search over all rooms leads here with a student's name.
  const { find: wanted = '' } = useSearchParams('/office');
  const [leaving, setLeaving] = useState<ExtrasGrant | null>(null);
  const rows = grants.data?.pages.flat() ?? [];
  if (year === null || term === null) return null;
  const of = { id_a_year: year, id_ws: term };
  return (
    <>
      <GrantForm key={wanted} of={of} wanted={wanted} />
      {grants.isPending && <ListSkeleton />}
      {grants.isError && !grants.data && (
        <LoadFailure title={t('failedGrants')} failure={grants.error} onRetry={() => void grants.refetch()} />
      )}
      {grants.data && rows.length === 0 && <EmptyState title={t('noGrants')} />}
      {rows.length > 0 && (
        <ul className={classNames(card.card, styles.list)}>
          {rows.map((one) => (
            <li key={one.id_student} className={styles.window}>
              <span className={styles.what}>
                <b translate="no">{one.s_fio}</b>
                {one.apart && <small translate="no">{one.apart}</small>}
                <GrantDetails given={one} />
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
      {grants.hasNextPage && <LoadMoreButton list={grants} label={t('more')} failed={t('failedGrants')} />}
    </>
  );
}

interface OfTerm {
  id_a_year: number;
  id_ws: number;
}

const kinds = ['student', 'group'] as const;

/** Grants extras to one student, or to all of a group, or withdraws them from the group. */
function GrantForm({ of, wanted }: { of: OfTerm; wanted: string }) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const [grant, grantGroup] = [useGrantExtras(), useGrantGroupExtras()];
  const [kind, setKind] = useState<(typeof kinds)[number]>('student');
  const [student, setStudent] = useState<StudentSearchResult | null>(null);
  const [group, setGroup] = useState<GroupSearchResult | null>(null);
  const [reason, setReason] = useState('');
  const failure = kind === 'student' ? grant.error : grantGroup.error;
  const done = (text: string) => {
    showToast(text);
    setStudent(null);
    setGroup(null);
    setReason('');
  };
  const grantToGroup = (granted: boolean) =>
    group &&
    grantGroup.mutate(
      { ...of, id_group: group.id_group, granted, reason },
      {
        onSuccess: ([row]) => done(t(granted ? 'grantedTo' : 'withdrawnFrom', { count: row?.changed ?? 0 })),
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'group') return grantToGroup(true);
    if (!student) return;
    grant.mutate(
      { ...of, id_student: student.id_student, granted: true, reason },
      { onSuccess: () => done(t('granted')) },
    );
  };
  return (
    <form className={classNames(card.card, styles.narrow)} onSubmit={submit} aria-label={t('grant')}>
      <h2>{t('grant')}</h2>
      <SegmentedControl
        label={t('grantTo')}
        segments={kinds.map((value) => ({ value, name: t(`grantKind.${value}`) }))}
        value={kind}
        onChoose={setKind}
      />
      {kind === 'student' && <StudentPicker student={student} onChoose={setStudent} wanted={wanted} />}
      {kind === 'group' && <GroupPicker group={group} onChoose={setGroup} />}
      {(kind === 'student' ? student : group) && (
        <>
          <ReasonField value={reason} onChange={setReason} />
          {failure && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
          <div className={styles.actions}>
            {kind === 'group' && (
              <Button
                look="dangerQuiet"
                disabled={reason.trim().length < 3 || grantGroup.isPending}
                onClick={() => grantToGroup(false)}
              >
                {t('withdraw')}
              </Button>
            )}
            <Button type="submit" look="primary" busy={(grant.isPending || grantGroup.isPending) && t('saving')}>
              {kind === 'group' ? t('grantItTo', { count: group?.students ?? 0 }) : t('grantIt')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function Withdraw({
  of,
  grant: { id_student, s_fio },
  onDone,
}: {
  of: OfTerm;
  grant: ExtrasGrant;
  onDone: () => void;
}) {
  const { t } = useTranslation('office');
  const withdraw = useGrantExtras();
  const onSuccess = () => {
    showToast(t('withdrawn'));
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
