import { dataTables } from '@bilim/contract/data-limits.ts';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../kit/DateField.tsx';
import { Select } from '../../kit/Select.tsx';
import styles from './Data.module.css';
import { type Overview, useTableName, type Wanted } from './data.data.ts';
import { kinds, states } from './useWanted.ts';

interface Props {
  wanted: Wanted;
  who: Overview['who'];
  onChoose: (change: Wanted) => void;
}

/** Which of the stored imports are shown: by kind, table, who, state and days. */
export function RunFilters({ wanted, who, onChoose }: Props) {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  const nameOf = ({ person, program }: Overview['who'][number]) =>
    person ?? (program === null ? t('history.command') : t('history.program', { name: program }));
  const lists = {
    kind: kinds.map((key) => ({ key, name: t(`filter.kinds.${key}`) })),
    table: dataTables.map((key) => ({ key, name: tableName(key) })),
    by: who.map((one) => ({ key: one.key, name: nameOf(one) })),
    state: states.map((key) => ({ key, name: t(`filter.states.${key}`) })),
  };
  return (
    <div className={styles.filters}>
      {(['kind', 'table', 'by', 'state'] as const).map((name) => {
        const list: readonly { key: string; name: string }[] = lists[name];
        const place = list.findIndex(({ key }) => key === wanted[name]);
        return (
          <Select
            key={name}
            label={t(`filter.${name}`)}
            choices={list.map((one, id) => ({ id, name: one.name }))}
            value={place < 0 ? null : place}
            onChoose={(id) => onChoose({ [name]: id === null ? undefined : list[id]?.key })}
          />
        );
      })}
      <DateField
        label={t('filter.from')}
        value={wanted.from ?? ''}
        onChange={(from) => onChoose({ from: from || undefined })}
      />
      <DateField
        label={t('filter.until')}
        value={wanted.until ?? ''}
        onChange={(until) => onChoose({ until: until || undefined })}
      />
    </div>
  );
}
