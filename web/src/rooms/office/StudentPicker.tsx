import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import styles from './Office.module.css';
import { type StudentSearchResult, useStudentSearch } from './office.data.ts';

interface Props {
  student: StudentSearchResult | null;
  onChoose: (student: StudentSearchResult | null) => void;
  /** What is searched from the beginning. */
  wanted?: string;
}

const calledOf = ({ s_fio, p20, apart }: StudentSearchResult) => [s_fio, p20, apart].filter(Boolean).join(' · ');

/** Finds a student by the beginning of the name or number. */
export function StudentPicker({ student, onChoose, wanted = '' }: Props) {
  const { t } = useTranslation('office');
  const [typed, setTyped] = useState(wanted);
  const found = useStudentSearch(typed);
  if (student)
    return (
      <p className={styles.row}>
        <span translate="no">{calledOf(student)}</span>
        <Button look="quiet" onClick={() => onChoose(null)}>
          {t('another')}
        </Button>
      </p>
    );
  const choose = (one: StudentSearchResult) => {
    onChoose(one);
    setTyped('');
  };
  return (
    <>
      <SearchField small label={t('findStudent')} value={typed} onSearch={setTyped} />
      {[...typed.trim()].length >= 2 && found.data && (
        <ul className={styles.found}>
          {found.data.map((one) => (
            <li key={one.id_student}>
              <Button look="quiet" onClick={() => choose(one)}>
                <span translate="no">{calledOf(one)}</span>
              </Button>
            </li>
          ))}
          {found.data.length === 0 && <li className={styles.about}>{t('nothingFound')}</li>}
        </ul>
      )}
    </>
  );
}
