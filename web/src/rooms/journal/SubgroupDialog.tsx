import { useTranslation } from 'react-i18next';
import { toFailure } from '../../core/failure.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { disambiguateNames, surnameAndName } from '../../kit/person.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import styles from './Journal.module.css';
import { useSetSubgroup, useSubgroups } from './journal.data.ts';
import type { JournalTable } from './useJournalTable.ts';

const numbers = [0, 1, 2, 3];

/** Divides the group: each student is in one subgroup or in none. */
export function SubgroupDialog({ open, onClose, sheet }: { open: boolean; onClose: () => void; sheet: JournalTable }) {
  const { t } = useTranslation('journal');
  const failureText = useFailureText();
  const division = useSubgroups(sheet.keys[0], sheet.type);
  const change = useSetSubgroup(sheet.keys[0], sheet.type);
  const most = Math.max(3, ...(division.data ?? []).map((one) => one.subgroup));
  const names = disambiguateNames(
    (division.data ?? []).map(({ s_fio: name, apart }) => ({ name, apart })),
    surnameAndName,
  );
  const choices = [...numbers, ...(most > 3 ? [most] : [])];
  return (
    <Dialog open={open} onClose={onClose} title={t('subgroups')}>
      {change.error && <InlineAlert tone="bad">{failureText(toFailure(change.error))}</InlineAlert>}
      <ul className={styles.division}>
        {division.data?.map((one, place) => (
          <li key={one.id_student}>
            <span translate="no">{names[place]}</span>
            <SegmentedControl
              tight
              label={`${t('subgroup')}: ${names[place]}`}
              segments={choices.map((value) => ({ value, name: value ? String(value) : '–' }))}
              value={one.subgroup}
              onChoose={(subgroup) => change.mutate({ student: one.id_student, subgroup })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
