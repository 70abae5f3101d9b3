import caretDown from 'icon:caret-down-bold';
import clock from 'icon:clock';
import { useTranslation } from 'react-i18next';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { placeholder } from '../../kit/placeholder.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import styles from './Desk.module.css';
import { useDeskDocuments, useFigures } from './desk.data.ts';
import type { useDeskFilter } from './useDeskFilter.ts';

/** Narrows the queue: words, document, faculty, age; what is handed out lies behind the ready ones. */
export function DeskFilters({ of }: { of: ReturnType<typeof useDeskFilter> }) {
  const { t } = useTranslation('desk');
  const documents = useDeskDocuments();
  const figures = useFigures();
  const old = figures?.old ?? 0;
  const faculties = figures?.faculties ?? [];
  return (
    <div className={styles.filters}>
      <SearchField
        small
        label={t('find')}
        value={of.find}
        onSearch={(find) => of.change({ find: find || undefined })}
      />
      <div className={styles.chips}>
        <Chip
          label={t('document')}
          choices={(documents.data ?? []).map((one) => ({ id: one.id_okno_document, name: one.okno_document }))}
          value={of.document}
          onChoose={(document) => of.change({ document })}
        />
        {faculties.length > 1 && (
          <Chip
            label={t('faculty')}
            choices={faculties.map((one) => ({ id: one.id_faculty, name: one.name }))}
            value={of.faculty}
            onChoose={(faculty) => of.change({ faculty })}
          />
        )}
        {of.status === 'waiting' && (
          <button
            type="button"
            className={classes(styles.chip, styles.last)}
            aria-pressed={of.isOld}
            onClick={() => of.change({ old: of.isOld ? undefined : true })}
          >
            <Icon of={clock} size="s" />
            <span>
              {t('older')} <b data-late={old > 0 || undefined}>{old}</b>
            </span>
          </button>
        )}
        {of.status === 'prepared' && (
          <button
            type="button"
            className={classes(styles.chip, styles.last)}
            aria-pressed={of.isHanded}
            onClick={() => of.change({ handed: of.isHanded ? undefined : true })}
          >
            {t('handedOnes')}
          </button>
        )}
      </div>
    </div>
  );
}

interface ChipProps {
  label: string;
  choices: readonly { id: number; name: string }[];
  value: number | undefined;
  onChoose: (id: number | undefined) => void;
}

/** «Документ: любой»: the system's own list, so that it works with thumbs and keys alike. */
function Chip({ label, choices, value, onChoose }: ChipProps) {
  const { t } = useTranslation('desk');
  return (
    <label className={styles.chip} data-chosen={value !== undefined || undefined}>
      <span>{label}:</span>
      <select
        value={value ?? placeholder.id}
        onChange={(event) => {
          const id = Number(event.target.value);
          onChoose(id === placeholder.id ? undefined : id);
        }}
      >
        <option value={placeholder.id}>{t('any')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id} translate="no">
            {name}
          </option>
        ))}
      </select>
      <Icon of={caretDown} size="xs" />
    </label>
  );
}
