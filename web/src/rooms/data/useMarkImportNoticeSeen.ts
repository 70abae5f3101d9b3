import { useEffect } from 'react';
import { markNoticesSeen, useNotices } from '../../notices/notices.data.ts';
import { type ImportJob, isImportJobRunning } from './data.data.ts';

/** What the bell says of this load, whoever looks at the load has seen. */
export function useMarkImportNoticeSeen(job: ImportJob | undefined): void {
  const isOver = job !== undefined && !isImportJobRunning(job.state);
  const { rows } = useNotices(isOver);
  const fresh = rows.find(({ kind, thing, isNew }) => isNew && kind === 'load' && thing === job?.id_job)?.id;
  useEffect(() => {
    if (!isOver || fresh === undefined) return;
    const note = () => {
      if (document.visibilityState === 'visible') void markNoticesSeen([fresh]);
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [isOver, fresh]);
}
