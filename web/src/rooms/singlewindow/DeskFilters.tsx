import clock from 'icon:clock';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../kit/classNames.ts';
import { FilterChips, SelectChip, ToggleChip } from '../../kit/FilterChip.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import styles from './Desk.module.css';
import { useDeskCounts, useDeskDocuments } from './desk.data.ts';
import type { useDeskFilter } from './useDeskFilter.ts';

/** Narrows the queue: words, document, faculty, age; what is handed out lies behind the ready ones. */
export function DeskFilters({ of }: { of: ReturnType<typeof useDeskFilter> }) {
  const { t } = useTranslation('desk');
  const documents = useDeskDocuments();
  const figures = useDeskCounts();
  const old = figures?.old ?? 0;
  const lying = figures?.lying ?? 0;
  const faculties = figures?.faculties ?? [];
  return (
    <div className={styles.filters}>
      <SearchField
        small
        label={t('find')}
        value={of.find}
        onSearch={(find) => of.change({ find: find || undefined })}
      />
      <FilterChips className={styles.chips}>
        <SelectChip
          translate="no"
          label={t('document')}
          all={t('any')}
          choices={(documents.data ?? []).map((one) => ({ id: one.id_okno_document, name: one.okno_document }))}
          value={of.document}
          onChoose={(document) => of.change({ document })}
        />
        {faculties.length > 1 && (
          <SelectChip
            translate="no"
            label={t('faculty')}
            all={t('any')}
            choices={faculties.map((one) => ({ id: one.id_faculty, name: one.name }))}
            value={of.faculty}
            onChoose={(faculty) => of.change({ faculty })}
          />
        )}
        {of.status === 'waiting' && !of.isOld && old === 0 && <NoneSuch text={t('older')} />}
        {of.status === 'waiting' && (of.isOld || old > 0) && (
          <ToggleChip
            className={styles.last}
            pressed={of.isOld}
            onClick={() => of.change({ old: of.isOld ? undefined : true })}
          >
            <Icon of={clock} size="s" />
            <span>
              {t('older')} <b data-late={old > 0 || undefined}>{old}</b>
            </span>
          </ToggleChip>
        )}
        {of.status === 'prepared' && !of.isHanded && !of.isLying && lying === 0 && <NoneSuch text={t('lying')} />}
        {of.status === 'prepared' && !of.isHanded && (of.isLying || lying > 0) && (
          <ToggleChip
            className={styles.last}
            pressed={of.isLying}
            onClick={() => of.change({ lying: of.isLying ? undefined : true })}
          >
            <Icon of={clock} size="s" />
            <span>
              {t('lying')} <b data-late={lying > 0 || undefined}>{lying}</b>
            </span>
          </ToggleChip>
        )}
        {of.status === 'prepared' && (
          <ToggleChip
            className={of.isHanded ? styles.last : undefined}
            pressed={of.isHanded}
            onClick={() => of.change({ handed: of.isHanded ? undefined : true })}
          >
            {t('handedOnes')}
          </ToggleChip>
        )}
      </FilterChips>
    </div>
  );
}

/** Of what nothing waits: the figure alone, where a switch would lead to an empty list. */
function NoneSuch({ text }: { text: string }) {
  return (
    <p className={classNames(styles.last, styles.noneSuch)}>
      <Icon of={clock} size="s" />
      {text} 0
    </p>
  );
}
