import { shortenClassType } from '@bilim/contract/class-type.ts';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { now } from '../../core/clock.ts';
import { numberFormat } from '../../core/numbers.ts';
import { session } from '../../core/session.ts';
import { formatDocumentTimestamp } from '../../core/time.ts';
import { usePrintHeader } from '../../kit/print.ts';
import { choosableDisciplineKey } from './disciplines.ts';
import styles from './RegistrationSlip.module.css';
import type { PlanRow } from './registration.data.ts';

/** Credits of disciplines of which something is still to be chosen; they count among the registered ones. */
function incompleteCredits(rows: readonly PlanRow[]): number {
  const begun = new Map(
    rows.filter((row) => row.subgroup !== null).map((row) => [choosableDisciplineKey(row), row.kredits]),
  );
  const open = new Set(rows.filter((row) => row.hasStreams && row.subgroup === null).map(choosableDisciplineKey));
  return [...begun].reduce((sum, [key, credits]) => sum + (open.has(key) ? credits : 0), 0);
}

/** What is printed instead of the page: the registrations with their receipt numbers, black on white. */
export function RegistrationSlip({ rows, year }: { rows: readonly PlanRow[]; year: string }) {
  const { t } = useTranslation('registration');
  const { user } = useAtom(session);
  const paper = usePrintHeader();
  const credits = numberFormat();
  const registered = rows.filter((row) => row.subgroup !== null);
  const [first] = registered;
  if (!first || !user) return null;
  const printed = now().toISOString();
  const disciplines = new Map(registered.map((row) => [row.id_disciplineForStudent, row.kredits]));
  const incomplete = incompleteCredits(rows);
  const total = [...disciplines.values()].reduce((sum, one) => sum + one, 0);
  return createPortal(
    <div className={styles.slip} aria-hidden="true">
      <p translate="no">{paper.university}</p>
      <h1>{t('confirmation')}</h1>
      <p translate="no">
        {paper.name(user.fullName)}
        {user.group && ` · ${t('common:inGroup', { group: user.group })}`}
      </p>
      <p>{t('confirmationTerm', { year, semester: first.id_semester })}</p>
      <table>
        <thead>
          <tr>
            {['discipline', 'classType', 'teacher', 'streamShort', 'creditsShort', 'receipt', 'when'].map((key) => (
              <th key={key}>{t(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {registered.map((row) => (
            <tr key={`${row.id_disciplineForStudent} ${row.id_vid_zaniatiy}`}>
              <td translate="no">{row.discipline}</td>
              <td>{shortenClassType(row.name_vid_zaniatiy)}</td>
              <td translate="no">{row.t_fio && paper.name(row.t_fio)}</td>
              <td>{row.num}</td>
              <td>{credits.format(row.kredits)}</td>
              <td>{row.receipt}</td>
              <td>{row.registered && formatDocumentTimestamp(row.registered)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t('total', { credits: credits.format(total) })}
        {incomplete > 0 && t('incompleteCredits', { credits: credits.format(incomplete) })}
      </p>
      <p>{t('printed', { at: formatDocumentTimestamp(printed) })}</p>
    </div>,
    document.body,
  );
}
