import { useTranslation } from 'react-i18next';
import { quoted } from '../../core/quoted.ts';
import { formatDateTime } from '../../core/time.ts';
import { shortName } from '../../kit/person.ts';
import { attentionSignContextText, parseAttentionSignKind } from './attention-signs.texts.ts';
import { ReportRows } from './ReportRows.tsx';
import { type ReportFilter, useAttentionSignExplanations } from './reports.data.ts';

/** What was explained, by whom and how, the latest first. */
export function ExplanationList({ wanted, onClose }: { wanted: ReportFilter; onClose: () => void }) {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useAttentionSignExplanations(wanted);
  return (
    <ReportRows
      title={t('worth.historyTitle')}
      onClose={onClose}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      heads={[t('column.about'), t('column.explanation'), t('column.by')]}
      keyOf={({ at }, place) => `${at} ${place}`}
      cells={(one) => {
        const kind = parseAttentionSignKind(one.kind);
        return [
          [kind && t(`worth.${kind}.name`), attentionSignContextText(one)].filter(Boolean).join(': '),
          quoted(one.explanation),
          `${shortName(one.fio)}, ${formatDateTime(one.at, 'exact')}`,
        ];
      }}
    />
  );
}
