import { importTableNames } from '@bilim/contract/data-limits.ts';
import { importRunKinds, importRunStates } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { useTranslation } from 'react-i18next';
import { DateRangeChip } from '../../kit/DateRangeChip.tsx';
import { FilterChips, SelectChip } from '../../kit/FilterChip.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { type DataOverview, type ImportRunQuery, useTableName } from './data.data.ts';

interface Props {
  wanted: ImportRunQuery;
  who: DataOverview['who'];
  onChoose: (change: PageParams<'/data'>) => void;
}

/** Which of the stored imports are shown: by kind, table, who, state and days. */
export function ImportRunFilters({ wanted, who, onChoose }: Props) {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  const nameOf = ({ person, apart, program }: DataOverview['who'][number]) =>
    formatNameWithHint(person, apart) ||
    (program === null ? t('history.command') : t('history.program', { name: program }));
  const lists: Record<'kind' | 'table' | 'by' | 'state', { id: string; name: string }[]> = {
    kind: importRunKinds.map((id) => ({ id, name: t(`filter.kinds.${id}`) })),
    table: importTableNames.map((id) => ({ id, name: tableName(id) })),
    by: who.map((one) => ({ id: one.key, name: nameOf(one) })),
    state: importRunStates.map((id) => ({ id, name: t(`filter.states.${id}`) })),
  };
  return (
    <FilterChips>
      {(['kind', 'table', 'by', 'state'] as const).map((name) => (
        <SelectChip
          key={name}
          label={t(`filter.${name}`)}
          all={t(`filter.every.${name}`)}
          choices={lists[name]}
          value={wanted[name]}
          onChoose={(id) => onChoose({ [name]: id })}
        />
      ))}
      <DateRangeChip
        words={{
          label: t('filter.when'),
          every: t('filter.every.when'),
          ...{ from: t('filter.from'), until: t('filter.until') },
          ...{ all: t('filter.allDays'), today: t('filter.today') },
        }}
        value={wanted}
        onChange={(days) => {
          const one = (name: 'from' | 'until') => (name in days ? { [name]: days[name] || undefined } : {});
          onChoose({ ...one('from'), ...one('until') });
        }}
      />
    </FilterChips>
  );
}
