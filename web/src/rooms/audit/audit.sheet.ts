import i18next from 'i18next';
import { downloadSpreadsheet, type SpreadsheetValue } from '../../core/sheetFile.ts';
import { currentDay, formatClockTime, formatTypedDay, toCalendarDay } from '../../core/time.ts';
import type { AuditEntry, AuditEntryFilter } from './audit.data.ts';
import {
  auditEntryCurrentState,
  auditEntryPermissionName,
  auditEntrySentence,
  auditEntrySubject,
  formatPersonWithHint,
} from './audit-entry.texts.ts';

const columns = ['at', 'by', 'what', 'person', 'about', 'was', 'now', 'reason', 'address', 'network'] as const;
const translate = (key: string) => i18next.t(`audit:${key}`);

const rowOf = ({
  at,
  by,
  action,
  whom,
  permission,
  what,
  was,
  now,
  reason,
  address,
  network,
}: AuditEntry): SpreadsheetValue[] => [
  `${formatTypedDay(toCalendarDay(at))} ${formatClockTime(at)}`,
  formatPersonWithHint(by) ?? translate(action.startsWith('login.') ? 'anonymous' : 'portal'),
  auditEntrySentence(action),
  formatPersonWithHint(whom),
  [auditEntryPermissionName(permission), auditEntrySubject({ action, what })].filter(Boolean).join(', ') || null,
  ...[was, auditEntryCurrentState({ action, now }, formatTypedDay), reason, address, network],
];

/** By what the rows were chosen, a line each. */
function filters({ search, who, whose, category, from, until, at }: AuditEntryFilter): (readonly SpreadsheetValue[])[] {
  const lines: (readonly [string, string | null | undefined])[] = [
    [translate('find'), search],
    [translate('who'), who],
    [translate('whose'), whose],
    [translate('what'), category && translate(`category.${category}`)],
    [translate('from'), formatTypedDay(from ?? '')],
    [translate('until'), formatTypedDay(until ?? '')],
    [translate('column.at'), at],
  ];
  return lines.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** Hands the entries over as an XLSX file that names its filters. */
export async function downloadAuditEntries(entries: readonly AuditEntry[], wanted: AuditEntryFilter): Promise<void> {
  await downloadSpreadsheet({
    title: translate('title'),
    filters: filters(wanted),
    columns: columns.map((column) => ({ name: translate(`column.${column}`), width: column === 'at' ? 18 : 28 })),
    rows: entries.map(rowOf),
    name: `${translate('title')} ${currentDay()}`,
  });
}
