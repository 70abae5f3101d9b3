import back from 'icon:arrow-u-up-left';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Data.module.css';
import { isImportJobRunning, useImportJob, useUndoImport } from './data.data.ts';
import { ImportFaults } from './ImportFaults.tsx';
import { ImportJobProgress } from './ImportJobProgress.tsx';
import { UndoResult } from './UndoResult.tsx';
import { UndoTableSelection } from './UndoTableSelection.tsx';

/**
 * Takes an import back: first it is looked what would return and what stays, by name; then it is done. `instead` is in
 * the place of the button of one that cannot be undone any more: what came of its undo stays open.
 */
export function UndoImport({ run, instead = null }: { run: number; instead?: ReactNode }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const undo = useUndoImport();
  const [job, setJob] = useState<number | null>(null);
  const [tables, setTables] = useState<readonly string[] | null>(null);
  const begin: Begin = (trial, only, again = false) => {
    setTables(only);
    undo.mutate(
      { id_run: run, trial, again, ...(only && { tables: only.join(' ') }) },
      { onSuccess: ([made]) => setJob(made?.id_job ?? null), onError: (failure) => showToast(failureText(failure)) },
    );
  };
  return (
    <>
      {instead ?? (
        <Button
          look="soft"
          icon={back}
          disabled={!connected}
          busy={undo.isPending && t('common:loading')}
          aria-label={t('undo.title', { run })}
          onClick={() => begin(true, null)}
        >
          {t('undo.button')}
        </Button>
      )}
      <Dialog open={job !== null} title={t('undo.title', { run })} onClose={() => setJob(null)}>
        {job !== null && <Looked key={job} id={job} tables={tables} busy={undo.isPending} onBegin={begin} />}
      </Dialog>
    </>
  );
}

/** Looks what an undo would do, or does it. `again`: even where it was looked at a short while ago. */
type Begin = (trial: boolean, tables: readonly string[] | null, again?: boolean) => void;

interface LookedProps {
  id: number;
  /** What was looked at: only these tables; null: all. */
  tables: readonly string[] | null;
  busy: boolean;
  onBegin: Begin;
}

function Looked({ id, tables, busy, onBegin }: LookedProps) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const query = useImportJob(id);
  const [job] = query.data ?? [];
  if (!job)
    return query.error ? (
      <InlineAlert tone="bad">{failureText(query.error)}</InlineAlert>
    ) : (
      <p role="status">{t('common:loading')}</p>
    );
  if (isImportJobRunning(job.state)) return <ImportJobProgress job={job} />;
  const all = job.figures
    .filter(({ table }) => !tables || tables.includes(table))
    .reduce((sum, { added, changed, ended }) => sum + added + changed + ended, 0);
  const isPart = job.counted < all;
  return (
    <div className={styles.stack}>
      {job.isTrial ? <UndoResult job={job} all={all} /> : <UndoResult job={job} />}
      {job.groups.length > 0 && <ImportFaults groups={job.groups} />}
      {!job.isTrial && job.state === 'done' && (
        <p className={styles.small}>{t('undo.stored', { run: job.id_run ?? '' })}</p>
      )}
      {job.isTrial && job.state === 'done' && (
        <>
          <p className={styles.small}>{t('undo.rest')}</p>
          <p className={styles.small}>
            {t('undo.seenAt')} <Time at={job.at} form="exact" />
          </p>
          <Button look="danger" busy={busy && t('common:loading')} onClick={() => onBegin(false, tables)}>
            {isPart ? t('undo.actOf', { count: job.counted, all }) : t('undo.act', { count: job.counted })}
          </Button>
          <Button look="quiet" busy={busy && t('common:loading')} onClick={() => onBegin(true, tables, true)}>
            {t('undo.again')}
          </Button>
        </>
      )}
      {job.isTrial && job.figures.length > 1 && (
        <UndoTableSelection figures={job.figures} looked={tables} busy={busy} onLook={(only) => onBegin(true, only)} />
      )}
    </div>
  );
}
