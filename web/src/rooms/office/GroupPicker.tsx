import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import styles from './Office.module.css';
import { type GroupSearchResult, useGroupSearch } from './office.data.ts';

interface Props {
  group: GroupSearchResult | null;
  onChoose: (group: GroupSearchResult | null) => void;
}

/** Finds a group by the beginning of its name. */
export function GroupPicker({ group, onChoose }: Props) {
  const { t } = useTranslation('office');
  const [typed, setTyped] = useState('');
  const found = useGroupSearch(typed);
  const called = (one: GroupSearchResult) =>
    `${one.p20} · ${one['p23-1']} · ${t('studentsIn', { count: one.students })}`;
  if (group)
    return (
      <p className={styles.row}>
        <span translate="no">{called(group)}</span>
        <Button look="quiet" onClick={() => onChoose(null)}>
          {t('anotherGroup')}
        </Button>
      </p>
    );
  return (
    <>
      <SearchField small label={t('findGroup')} value={typed} onSearch={setTyped} />
      {[...typed.trim()].length >= 2 && found.data && (
        <ul className={styles.found}>
          {found.data.map((one) => (
            <li key={one.id_group}>
              <Button look="quiet" onClick={() => onChoose(one)}>
                <span translate="no">{called(one)}</span>
              </Button>
            </li>
          ))}
          {found.data.length === 0 && <li className={styles.about}>{t('nothingFound')}</li>}
        </ul>
      )}
    </>
  );
}
