import good from 'icon:check-circle-fill';
import download from 'icon:download-simple';
import bad from 'icon:warning-circle-fill';
import { dataLimits, importUndoDays } from '@bilim/contract/data-limits.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Data.module.css';
import {
  type ImportJob,
  type ImportTableCounts,
  useDiscardImportJob,
  useFetchFirstPasswords,
  useTableName,
} from './data.data.ts';
import { ImportRowCounts } from './ImportRowCounts.tsx';
import { UndoImport } from './UndoImport.tsx';

/** What came of a load, with its first passwords and its undo. */
export function ImportOutcome({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  const unknown = job.groups.filter(({ isUnknown }) => isUnknown).map(({ file }) => file);
  return (
    <>
      <section className={classNames(card.card, styles.verdict)} aria-label={t('step.done')}>
        <Icon of={good} className={styles.goodIcon} />
        <div>
          <h2>{t('done.title', { run: job.id_run ?? '' })}</h2>
          <p className={styles.small}>{t('done.help', { days: importUndoDays })}</p>
        </div>
        {job.id_run !== null && <UndoImport run={job.id_run} />}
      </section>
      {job.hasList && <Passwords job={job} />}
      {unknown.length > 0 && <InlineAlert tone="warm">{t('done.unknown', { files: unknown.join(', ') })}</InlineAlert>}
      <ChangedTables figures={job.figures} />
      <div>
        <Link to="." search={{}} className={buttonClasses()}>
          {t('back')}
        </Link>
      </div>
    </>
  );
}

/** What the load has changed, table by table. */
function ChangedTables({ figures }: { figures: readonly ImportTableCounts[] }) {
  const tableName = useTableName();
  const changed = figures.filter((one) => one.added + one.changed + one.ended > 0);
  if (!changed.length) return null;
  return (
    <ul className={classNames(card.card, styles.list)}>
      {changed.map((one) => (
        <li key={one.table} className={styles.line}>
          <b>{tableName(one.table)}</b>
          <ImportRowCounts of={one} />
        </li>
      ))}
    </ul>
  );
}

/** The list with the address of the portal on each strip, where the settings did not say it. */
function withAddress(list: string): string {
  const { href } = new URL(`${import.meta.env.BASE_URL}login`, location.origin);
  return list.replaceAll('data-address></', `data-address>${href}</`);
}

/** Gives a printable page to the person as a file. */
function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/html;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function Passwords({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const [take, discard] = [useFetchFirstPasswords(), useDiscardImportJob()];
  const onError = (failure: Parameters<typeof failureText>[0]) => showToast(failureText(failure));
  const onSuccess = ([list]: { text: string }[]) => list && save(withAddress(list.text), `${t('passwordsFile')}.html`);
  return (
    <section className={classNames(card.card, styles.verdict)} aria-label={t('passwordsFile')}>
      <Icon of={bad} className={styles.warmIcon} />
      <div>
        <h2>{t('done.accounts', { count: job.counted })}</h2>
        <p className={styles.small}>{t('done.hours', { hours: dataLimits.passwordHours })}</p>
      </div>
      <div className={styles.buttons}>
        <Button
          look="primary"
          icon={download}
          busy={take.isPending && t('common:loading')}
          onClick={() => take.mutate({ id_job: job.id_job }, { onSuccess, onError })}
        >
          {t('done.take')}
        </Button>
        <Button look="dangerQuiet" onClick={() => discard.mutate({ id_job: job.id_job }, { onError })}>
          {t('done.destroy')}
        </Button>
      </div>
    </section>
  );
}
