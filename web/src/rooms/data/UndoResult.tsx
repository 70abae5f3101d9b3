import { useTranslation } from 'react-i18next';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import type { ImportJob } from './data.data.ts';

interface Props {
  job: ImportJob;
  /** How many records that is of; left out: it is not said. */
  all?: number;
}

/** How much an undo took back, or would, and whether something stays. */
export function UndoResult({ job: { state, isTrial, counted, warnings }, all = counted }: Props) {
  const { t } = useTranslation('data');
  if (state === 'stopped') return <InlineAlert tone="warm">{t('verdict.stopped')}</InlineAlert>;
  if (state !== 'done') return <InlineAlert tone="bad">{t('verdict.failed')}</InlineAlert>;
  return (
    <InlineAlert tone={isTrial ? 'plain' : 'ok'}>
      {counted < all
        ? t('undo.rowsOf', { count: counted, all })
        : t(isTrial ? 'undo.rows' : 'undo.done', { count: counted })}
      {warnings > 0 && `. ${isTrial ? t('undo.left', { count: warnings }) : t('undo.kept')}`}
    </InlineAlert>
  );
}
