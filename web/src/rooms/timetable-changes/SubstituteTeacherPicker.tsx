import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import styles from './TimetableChanges.module.css';
import { type TeacherSearchResult, useTeacherSearch } from './timetable-changes.data.ts';

interface Props {
  /** Who gives the class by the timetable. */
  now: string;
  teacher: TeacherSearchResult | null;
  onChoose: (teacher: TeacherSearchResult | null) => void;
}

/** Another teacher for this once, found by name. */
export function SubstituteTeacherPicker({ now, teacher, onChoose }: Props) {
  const { t } = useTranslation('timetable-changes');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const found = useTeacherSearch(typed);
  const choose = (one: TeacherSearchResult | null) => {
    onChoose(one);
    setOpen(false);
    setTyped('');
  };
  return (
    <div className={styles.teacher}>
      <p>
        <span className={styles.label}>{t('teacher')}</span>
        <span translate="no">{teacher ? formatNameWithHint(teacher.t_fio, teacher.apart) : now}</span>
      </p>
      {teacher ? (
        <Button look="quiet" onClick={() => choose(null)}>
          {t('sameTeacher')}
        </Button>
      ) : (
        !isOpen && (
          <Button look="quiet" onClick={() => setOpen(true)}>
            {t('otherTeacher')}
          </Button>
        )
      )}
      {isOpen && (
        <div className={styles.finding}>
          <SearchField small focused label={t('findTeacher')} value={typed} onSearch={setTyped} />
          {[...typed.trim()].length >= 2 && found.data && (
            <ul>
              {found.data.map((one) => (
                <li key={one.id_teacher}>
                  <Button look="quiet" onClick={() => choose(one)}>
                    <span translate="no">{formatNameWithHint(one.t_fio, one.apart)}</span>
                  </Button>
                </li>
              ))}
              {found.data.length === 0 && <li className={styles.none}>{t('nothingFound')}</li>}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}
