import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentDay } from '../../core/time.ts';
import { DateField } from '../../kit/DateField.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Select } from '../../kit/Select.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './People.module.css';
import { type Person, useTransferGroups, useTransferPreview, useTransferStudent } from './people.data.ts';
import { ReasonForm } from './Reason.tsx';

interface Props {
  of: Person;
  onDone: () => void;
}

/** Moves a student to another group: which, from which day, by which order, and what follows from it. */
export function TransferForm({ of, onDone }: Props) {
  const { t } = useTranslation('people');
  const groups = useTransferGroups();
  const call = useTransferStudent();
  const [group, setGroup] = useState<number | null>(null);
  const [from, setFrom] = useState(currentDay());
  const name = groups.data?.find(({ id_group }) => id_group === group)?.name ?? '';
  if (!groups.data)
    return (
      groups.error && (
        <LoadFailure small title={t('failed')} failure={groups.error} onRetry={() => void groups.refetch()} />
      )
    );
  return (
    <ReasonForm
      yes={group === null ? t('transfer.do') : t('transfer.doTo', { group: name })}
      busy={call.isPending}
      failure={call.error}
      ready={group !== null && from !== ''}
      about={t('transfer.order')}
      onYes={(reason) => {
        if (group === null) return;
        call.mutate(
          { id_person: of.id_person, id_group: group, from, reason },
          {
            onSuccess: () => {
              showToast(t('transfer.done', { group: name }));
              onDone();
            },
          },
        );
      }}
    >
      <Select
        translate="no"
        label={t('transfer.group')}
        choices={groups.data.map((one) => ({ id: one.id_group, name: one.name }))}
        value={group}
        onChoose={setGroup}
      />
      <DateField label={t('transfer.from')} value={from} max={currentDay()} required onChange={setFrom} />
      {group !== null && from !== '' && (
        <Follows id={of.id_person} group={group} from={from} isOver={call.isPending || call.isSuccess} />
      )}
      <p className={styles.small}>{t('transfer.import')}</p>
    </ReasonForm>
  );
}

/** What follows, counted before it is done; when it `isOver` nobody asks again. */
function Follows({ id, group, from, isOver }: { id: number; group: number; from: string; isOver: boolean }) {
  const { t } = useTranslation('people');
  const failureText = useFailureText();
  const { data, error } = useTransferPreview({ id_person: id, id_group: group, from }, !isOver);
  const [look] = data ?? [];
  if (error) return <InlineAlert tone="bad">{failureText(error)}</InlineAlert>;
  if (!look) return null;
  const { marks, registrations, leaves, comes, teachersLeft, teachersNew, classmates } = look;
  const none = t('transfer.none');
  const lines = [
    ['comes', comes.join(', ') || none],
    ['leaves', leaves.join(', ') || none],
    ['marks', marks],
    ['registrations', registrations],
    ['teachers', t('transfer.teachersAre', { left: teachersLeft, joined: teachersNew })],
    ['classmates', classmates],
  ] as const;
  return (
    <section aria-label={t('mergeFollows')}>
      <h3 className={styles.follows}>{t('mergeFollows')}</h3>
      <dl className={styles.facts}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`transfer.${name}`)}</dt>
            <dd {...((name === 'comes' || name === 'leaves') && { translate: 'no' })}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
