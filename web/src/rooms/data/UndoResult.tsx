import { useTranslation } from 'react-i18next';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import type { ImportJob } from './data.data.ts';

/** How much an undo took back, or would, and whether something stays. */
export function UndoResult({ job: { state, isTrial, counted, warnings } }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  if (state === 'stopped') return <InlineAlert tone="warm">{t('verdict.stopped')}</InlineAlert>;
  if (state !== 'done') return <InlineAlert tone="bad">{t('verdict.failed')}</InlineAlert>;
  return (
    <InlineAlert tone={isTrial ? 'plain' : 'ok'}>
      {t(isTrial ? 'undo.rows' : 'undo.done', { count: counted })}
      {warnings > 0 && `. ${isTrial ? t('undo.left', { count: warnings }) : t('undo.kept')}`}
    </InlineAlert>
  );
}
