import retry from 'icon:arrow-clockwise-bold';
import good from 'icon:check-circle-fill';
import download from 'icon:download-simple';
import bad from 'icon:warning-circle-fill';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { FileIcon } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Data.module.css';
import {
  downloadAnnotatedFiles,
  type ImportJob,
  useCheckImportFiles,
  useDiscardImportJob,
  useTableName,
} from './data.data.ts';
import { ImportFaults } from './ImportFaults.tsx';
import { CorrectedFilesUpload } from './TablesUpload.tsx';
import { useDownloadFaultReport } from './useDownloadFaultReport.ts';

/** Files that cannot be loaded yet: which of them, why, and a place for what was corrected. */
export function ImportCheckFaults({ job }: { job: ImportJob }) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <FileList job={job} />
        <CorrectedFilesUpload job={job.id_job} />
        <ImportJobActions job={job} />
      </div>
      {job.faults + job.warnings > 0 && (
        <div className={styles.stack}>
          {/* Of a job that failed the only fault is why it did. */}
          {job.state !== 'failed' && <Verdict job={job} />}
          <ImportFaults groups={job.groups} />
        </div>
      )}
    </div>
  );
}

/** How much is wrong, and the files with a note in every wrong cell. */
function Verdict({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  const report = useDownloadFaultReport(job.id_job);
  // Of files that cannot be read there are only the sentences.
  const canMark = job.files.some(({ table, rows, faults, warnings }) => table && rows > 0 && faults + warnings > 0);
  return (
    <section className={classNames(card.card, styles.verdict)} aria-label={t('step.check')}>
      <Icon of={job.faults ? bad : good} className={job.faults ? styles.badIcon : styles.goodIcon} />
      <div>
        <h2>{job.faults ? t('verdict.bad', { count: job.faults }) : t('verdict.warm', { count: job.warnings })}</h2>
        <p className={styles.small}>{t(job.faults ? 'verdict.badHelp' : 'verdict.goodHelp')}</p>
      </div>
      <Button
        icon={download}
        busy={report.isBusy && t('common:loading')}
        onClick={canMark ? () => downloadAnnotatedFiles(job.id_job) : report.take}
      >
        {t('faultList')}
      </Button>
    </section>
  );
}

/** Checking once more, and throwing away. */
export function ImportJobActions({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const [again, discard] = [useCheckImportFiles(), useDiscardImportJob()];
  const onError = (failure: Parameters<typeof failureText>[0]) => showToast(failureText(failure));
  return (
    <div className={styles.buttons}>
      <Link to="." search={{}} className={buttonClasses()}>
        {t('back')}
      </Link>
      <Button icon={retry} disabled={!connected} onClick={() => again.mutate({ id_job: job.id_job }, { onError })}>
        {t('again')}
      </Button>
      <Button
        look="dangerQuiet"
        disabled={!connected}
        onClick={() => discard.mutate({ id_job: job.id_job }, { onError })}
      >
        {t('discard')}
      </Button>
    </div>
  );
}

function FileList({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  if (!job.files.length) return null;
  // Sorting keeps the order of files that are alike.
  const worstFirst = job.files.toSorted(
    (a, b) => Number(b.faults > 0) - Number(a.faults > 0) || Number(b.warnings > 0) - Number(a.warnings > 0),
  );
  return (
    <ul className={classNames(card.card, styles.list)} aria-label={t('step.files')}>
      {worstFirst.map(({ table, file, rows, faults, warnings }) => (
        <li key={`${table} ${file}`} className={styles.file}>
          <FileIcon name={file} />
          <span>
            <b>{table ? tableName(table) : t('unknown')}</b>
            <small>
              <span translate="no">{file}</span>
              {rows > 0 && ` · ${t('rows', { count: rows })}`}
            </small>
          </span>
          {faults ? (
            <span className={styles.badPill}>{t('errors', { count: faults })}</span>
          ) : warnings ? (
            <span className={styles.warmPill}>{t('remarks', { count: warnings })}</span>
          ) : (
            <span className={styles.goodIcon}>
              <Icon of={good} />
              <span className="hidden-text">{t('fine')}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
