import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { classNames } from '../../kit/classNames.ts';
import { formatStudentGridName, useDepartureText } from './formatters.ts';
import styles from './JournalGrid.module.css';
import { type CellValue, isColumnForStudent, type JournalColumn, type JournalStudent } from './journal.model.ts';
import type { CellStore } from './journal.store.ts';
import { StudentTotalsCells } from './StudentTotalsCells.tsx';

interface SignsProps {
  student: JournalStudent;
  columns: readonly JournalColumn[];
  store: CellStore;
  today: string;
}

interface Props extends SignsProps {
  place: number;
  /** How many groups are named above. */
  above: number;
}

/** One student with all dates and the totals; signs and totals watch the store themselves. */
export const GridRow = memo(function GridRow({ place, above, ...row }: Props) {
  const { student, columns, store } = row;
  const left = useDepartureText()(student);
  return (
    <tr data-r={place} data-left={left ? '' : undefined} aria-rowindex={place + above + 2}>
      <th scope="row" className={styles.name} aria-colindex={1} title={student.name} translate="no">
        <span className={styles.number}>{place + 1}</span>
        {formatStudentGridName(student)}
        {left && <small translate="yes"> {left}</small>}
      </th>
      <Signs {...row} />
      <StudentTotalsCells as="td" student={student} columns={columns} store={store} />
    </tr>
  );
});

/** The cells of a row: between a key and its sign no more is worked out than these. */
const Signs = memo(function Signs({ student, columns, store, today }: SignsProps) {
  const { t } = useTranslation('journal');
  const row = useAtom(store.row(student.id));
  // Once a row, not once a cell: finding a text takes its time.
  const labels = { present: t('present'), absent: t('absent'), strange: t('otherSubgroup') };
  return columns.map((column, at) => {
    const { sign, serverCell, pending } = row.get(column.key) ?? {};
    const strange = !student.left && !isColumnForStudent(column, student, serverCell !== undefined);
    const is = confusableKey(sign);
    return (
      <SignCell
        key={column.key}
        at={at}
        is={is}
        text={sign?.otsenka}
        title={pending?.refused?.message ?? (is === 'absent' ? labels.absent : undefined)}
        state={pending && (pending.refused ? 'refused' : 'waiting')}
        label={is === 'present' ? labels.present : strange ? labels.strange : undefined}
        readOnly={student.left ? !serverCell?.edit : !column.edit || strange}
        look={classNames(styles.cell, column.day === today && styles.today, strange && styles.strange)}
      />
    );
  });
});

function confusableKey(sign: CellValue | undefined): 'present' | 'mark' | 'absent' | undefined {
  if (sign?.isVisited === false) return 'absent';
  if (!sign?.isVisited) return undefined;
  return sign.otsenka ? 'mark' : 'present';
}

interface SignProps {
  at: number;
  is: ReturnType<typeof confusableKey>;
  text: string | null | undefined;
  /** Of what the server has not confirmed. */
  state: 'waiting' | 'refused' | undefined;
  /** Why it was refused, or what the sign means. */
  title: string | undefined;
  label: string | undefined;
  readOnly: boolean;
  look: string;
}

const SignCell = memo(function SignCell({ at, is, text, state, title, label, readOnly, look }: SignProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which may be read-only
    <td
      data-c={at}
      aria-colindex={at + 2}
      tabIndex={-1}
      className={look}
      data-is={is}
      data-state={state}
      aria-label={label}
      aria-readonly={readOnly || undefined}
      aria-invalid={state === 'refused' || undefined}
      title={title}
    >
      {is === 'absent' ? <span translate="no">н/б</span> : text}
    </td>
  );
});
