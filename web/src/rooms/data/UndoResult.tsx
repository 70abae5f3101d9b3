import { useTranslation } from 'react-i18next';
import { Note } from '../../kit/Note.tsx';
import type { ImportJob } from './data.data.ts';

/** How much an undo took back, or would, and whether something stays. */
export function UndoResult({ job: { state, isTrial, counted, warnings } }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  if (state === 'stopped') return <Note tone="warm">{t('verdict.stopped')}</Note>;
  if (state !== 'done') return <Note tone="bad">{t('verdict.failed')}</Note>;
  return (
    <Note tone={isTrial ? 'plain' : 'ok'}>
      {t(isTrial ? 'undo.rows' : 'undo.done', { count: counted })}
      {warnings > 0 && `. ${isTrial ? t('undo.left', { count: warnings }) : t('undo.kept')}`}
    </Note>
  );
}
