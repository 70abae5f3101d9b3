import { useEffect } from 'react';
import { noteSeen, useNotices } from '../../university/notices/notices.data.ts';
import { isAtWork, type Job } from './data.data.ts';

/** What the bell says of this load, whoever looks at the load has seen. */
export function useNoticeOf(job: Job | undefined): void {
  const isOver = job !== undefined && !isAtWork(job.state);
  const { rows } = useNotices(isOver);
  const fresh = rows.find(({ kind, thing, isNew }) => isNew && kind === 'load' && thing === job?.id_job)?.id;
  useEffect(() => {
    if (!isOver || fresh === undefined) return;
    const note = () => {
      if (document.visibilityState === 'visible') void noteSeen([fresh]);
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [isOver, fresh]);
}
