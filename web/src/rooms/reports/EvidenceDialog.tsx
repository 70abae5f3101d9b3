import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateInWords, formatDateTime } from '../../core/time.ts';
import type { parseAttentionSignKind } from './attention-signs.texts.ts';
import { ReportRows } from './ReportRows.tsx';
import { type AttentionSign, type AttentionSignEvidence as Row, useAttentionSignEvidence } from './reports.data.ts';

type Kind = NonNullable<ReturnType<typeof parseAttentionSignKind>>;

interface Column {
  readonly head: 'student' | 'teacher' | 'discipline' | 'day' | 'change' | 'at' | 'classes' | 'entered' | 'absences';
  readonly cell: (row: Row) => ReactNode;
}

const day: Column = { head: 'day', cell: ({ visitDate }) => visitDate && dateInWords(visitDate) };
const at: Column = { head: 'at', cell: ({ at }) => at && formatDateTime(at, 'exact') };
const entered: Column = { head: 'entered', cell: (row) => row.entered };
const absences: Column = { head: 'absences', cell: (row) => row.absences };
const marks: readonly Column[] = [
  { head: 'student', cell: ({ name }) => name },
  day,
  { head: 'change', cell: ({ was, now }) => `${was} → ${now}` },
  at,
];

/** What the rows of each kind show. */
const columns: Readonly<Record<Kind, readonly Column[]>> = {
  night: marks,
  raised: marks,
  present: [
    { head: 'discipline', cell: ({ name }) => name },
    { head: 'classes', cell: ({ classes }) => classes },
    ...[entered, absences],
  ],
  atOnce: [{ head: 'teacher', cell: ({ name }) => name }, day, at, entered],
  device: [{ head: 'teacher', cell: ({ name }) => name }, at],
};

interface Props {
  of: AttentionSign;
  kind: Kind;
  title: string;
  onClose: () => void;
}

/** The rows behind a card. */
export function EvidenceDialog({ of, kind, title, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useAttentionSignEvidence(of.subject);
  return (
    <ReportRows
      title={title}
      onClose={onClose}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      heads={columns[kind].map(({ head }) => t(`column.${head}`))}
      keyOf={({ name, at }, place) => `${name} ${at} ${place}`}
      cells={(row) => columns[kind].map(({ cell }) => cell(row))}
    />
  );
}
