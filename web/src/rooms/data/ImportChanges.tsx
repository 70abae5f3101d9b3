import down from 'icon:caret-down-bold';
import up from 'icon:caret-up-bold';
import download from 'icon:download-simple';
import { type MassChangeKind, massChangeKinds, shorterFileTable } from '@bilim/contract/data-limits.ts';
import { foldTypedConfirmation } from '@bilim/contract/typed-confirmation.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classNames } from '../../kit/classNames.ts';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import styles from './Data.module.css';
import { type ImportJob, type ImportTableCounts, useApplyImportJob, useTableName } from './data.data.ts';
import { ImportJobActions } from './ImportCheckFaults.tsx';
import { ImportFaults } from './ImportFaults.tsx';
import { TableDifferences } from './TableDifferences.tsx';
import { CorrectedFilesUpload } from './TablesUpload.tsx';
import { useDownloadFaultReport } from './useDownloadFaultReport.ts';

const kinds = ['added', 'changed', 'ended'] as const;
/** What is asked about however few there are. */
const helps: Readonly<Record<string, 'loss.otherHelp' | 'loss.numbersHelp'>> = {
  other_students: 'loss.otherHelp',
  other_teachers: 'loss.otherHelp',
  numbers_given_on: 'loss.numbersHelp',
};
const changesOf = (one: ImportTableCounts) => one.added + one.changed + one.ended;
/** What a load would change, table by table and row by row; beyond a threshold only by words. */
export function ImportChanges({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const load = useApplyImportJob();
  const report = useDownloadFaultReport(job.id_job);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [tellNobody, setTellNobody] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const changing = job.figures.filter((one) => changesOf(one) > 0);
  const open = chosen ?? changing[0]?.table ?? null;
  const count = changing.reduce((sum, one) => sum + changesOf(one), 0);
  const isConfirmed = job.needs.every(
    ({ table, words }) => foldTypedConfirmation(typed[table] ?? '') === foldTypedConfirmation(words),
  );
  const begin = () => load.mutate({ id_job: job.id_job, words: Object.values(typed).join('\n'), tellNobody });
  const figures = job.figures.find(({ table }) => table === open);
  const losses = job.needs.map((need) => (
    <Loss
      key={need.table}
      need={need}
      value={typed[need.table] ?? ''}
      onType={(text) => setTyped((now) => ({ ...now, [need.table]: text }))}
    />
  ));
  return (
    <>
      {count === 0 ? (
        <>
          {losses.length === 0 && <InlineAlert tone="ok">{t('changes.none')}</InlineAlert>}
          {losses}
        </>
      ) : (
        <div className={styles.halves}>
          <div className={styles.stack}>
            <Tables figures={job.figures} open={open} onOpen={setChosen} />
            <p className={styles.small}>{t('changes.endedHelp')}</p>
            {losses}
          </div>
          {figures && <TableDifferences key={figures.table} job={job.id_job} figures={figures} />}
        </div>
      )}
      {job.told > 0 && (
        <section className={styles.stack}>
          <p className={styles.strong}>{t('changes.told', { count: job.told })}</p>
          <Checkbox checked={tellNobody} onChange={setTellNobody}>
            {t('changes.tellNobody')}
          </Checkbox>
        </section>
      )}
      {job.warnings > 0 && (
        <section className={styles.stack} aria-label={t('remarks', { count: job.warnings })}>
          <h2>{t('remarks', { count: job.warnings })}</h2>
          <ImportFaults groups={job.groups} />
        </section>
      )}
      <CorrectedFilesUpload job={job.id_job} />
      {load.error && <InlineAlert tone="bad">{failureText(load.error)}</InlineAlert>}
      <div className={classNames(card.card, styles.foot)}>
        <ImportJobActions job={job} />
        <p className={styles.small}>{t('foot')}</p>
        {job.warnings > 0 && (
          <Button icon={download} busy={report.isBusy && t('common:loading')} onClick={report.take}>
            {t('report')}
          </Button>
        )}
        <Button
          look="primary"
          disabled={!connected || !isConfirmed}
          busy={load.isPending && t('loading')}
          onClick={begin}
        >
          {count ? t('load', { count }) : t('loadNone')}
        </Button>
      </div>
    </>
  );
}

interface TablesProps {
  figures: readonly ImportTableCounts[];
  open: string | null;
  onOpen: (table: string) => void;
}

function Tables({ figures, open, onOpen }: TablesProps) {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  const [isWhole, setWhole] = useState(false);
  const changing = figures.filter((one) => changesOf(one) > 0);
  const unchanged = figures.filter((one) => changesOf(one) === 0);
  return (
    <div className={classNames(card.card, styles.scroll)}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('changes.table')}</th>
            {[...kinds, 'same' as const].map((kind) => (
              <th key={kind} scope="col">
                {t(`changes.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...changing, ...(isWhole ? unchanged : [])].map((one) => (
            <tr key={one.table} data-open={one.table === open || undefined}>
              <th scope="row">
                <button type="button" aria-pressed={one.table === open} onClick={() => onOpen(one.table)}>
                  {tableName(one.table)}
                </button>
              </th>
              {kinds.map((kind) => (
                <td key={kind} data-kind={one[kind] ? kind : undefined}>
                  {one[kind]
                    ? `${{ added: '+', changed: '', ended: '−' }[kind]}${numberFormat().format(one[kind])}`
                    : '0'}
                </td>
              ))}
              <td>{numberFormat().format(one.same)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unchanged.length > 0 && (
        <button
          type="button"
          className={styles.unchanged}
          aria-expanded={isWhole}
          onClick={() => setWhole((was) => !was)}
        >
          {t('changes.unchanged', { count: unchanged.length })}
          <Icon of={isWhole ? up : down} size="s" />
        </button>
      )}
    </div>
  );
}

interface LossProps {
  need: ImportJob['needs'][number];
  value: string;
  onType: (text: string) => void;
}

/** What would vanish, change or is missing in a file, with numbers; and how that comes about. */
function useLossTexts({ table, count, total }: Omit<LossProps['need'], 'words'>): { title: string; help: string } {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  const percent = total ? Math.round((count / total) * 100) : 100;
  const shorter = shorterFileTable(table);
  if (shorter)
    return {
      title: t('loss.shorter', { table: tableName(shorter), rows: total - count, total }),
      help: t('loss.shorterHelp'),
    };
  if ((massChangeKinds as readonly string[]).includes(table))
    return {
      title: t('loss.changes', { kind: t(`changed.${table as MassChangeKind}`), percent, count, total }),
      help: t(helps[table] ?? 'loss.changesHelp'),
    };
  return {
    title:
      table === 'students'
        ? t('loss.students', { percent, count, total })
        : t('loss.rows', { table: tableName(table), percent, count, total }),
    help: t('loss.help'),
  };
}

/** More would vanish, or change, than does so unasked: the words are typed, not pasted. */
function Loss({ need: { table, count, total, words }, value, onType }: LossProps) {
  const { t } = useTranslation('data');
  const { title, help } = useLossTexts({ table, count, total });
  return (
    <section className={styles.loss} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.small}>{help}</p>
      <TextField
        label={t('loss.type', { words })}
        value={value}
        autoComplete="off"
        onPaste={(event) => event.preventDefault()}
        onChange={(event) => onType(event.target.value)}
      />
    </section>
  );
}
