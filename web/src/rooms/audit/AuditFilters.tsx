import { auditCategories } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { useTranslation } from 'react-i18next';
import { quoted } from '../../core/quoted.ts';
import { currentDay, dateInWords } from '../../core/time.ts';
import { DateRangeChip } from '../../kit/DateRangeChip.tsx';
import { FilterChips, PanelChip, SelectChip } from '../../kit/FilterChip.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import styles from './Audit.module.css';
import type { AuditEntryFilter } from './audit.data.ts';

interface Props {
  wanted: AuditEntryFilter;
  /** Puts words of the filters into the address. */
  choose: (change: PageParams<'/audit'>) => void;
  chooseDays: (change: Pick<AuditEntryFilter, 'from' | 'until' | 'at'>) => void;
}

/** Who, what, when and whose data: what the list of entries is narrowed by. */
export function AuditFilters({ wanted, choose, chooseDays }: Props) {
  const { t } = useTranslation('audit');
  const choices = auditCategories.map((id) => ({ id, name: t(`category.${id}`) }));
  const days = {
    label: t('when'),
    every: t('every.when'),
    ...{ from: t('from'), until: t('until'), all: t('allDays'), today: t('today') },
  };
  const today = currentDay();
  /** Today by its word, and a half hour with its day. */
  const chosenTextOf = ({ from, until, at }: AuditEntryFilter) => {
    if (!from || from !== until) return undefined;
    return [from === today ? t('todayWord') : dateInWords(from, today), at].filter(Boolean).join(', ');
  };
  return (
    <FilterChips className={styles.chips}>
      <NameChip of="who" value={wanted.who ?? ''} choose={choose} />
      <SelectChip
        label={t('what')}
        all={t('every.what')}
        choices={choices}
        value={wanted.category}
        onChoose={(category) => choose({ category })}
      />
      <DateRangeChip words={days} value={wanted} chosenText={chosenTextOf(wanted)} onChange={chooseDays} />
      <NameChip of="whose" value={wanted.whose ?? ''} choose={choose} />
    </FilterChips>
  );
}

interface NameChipProps {
  of: 'who' | 'whose';
  value: string;
  choose: Props['choose'];
}

/** People by words of their names. */
function NameChip({ of, value, choose }: NameChipProps) {
  const { t } = useTranslation('audit');
  const search = (words: string) => choose({ [of]: words || undefined });
  return (
    <PanelChip
      translate="no"
      label={t(of)}
      all={t(`every.${of}`)}
      chosenText={value && quoted(value)}
      onClear={() => search('')}
    >
      {(close) => (
        <>
          <SearchField small focused label={t('name')} value={value} onSearch={search} onEscape={close} />
          <p className={styles.help}>{t(`${of}Help`)}</p>
        </>
      )}
    </PanelChip>
  );
}
