import caret from 'icon:caret-down-bold';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCombinedClasses } from '../../classes/combined-class.ts';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';
import { DisciplinePanel } from '../../disciplines/DisciplinePanel.tsx';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { SemesterAndGroupFilter } from '../../disciplines/SemesterAndGroupFilter.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import styles from './Journal.module.css';

/** On the phone: which discipline and group this is; opens the choice of another. */
export function CourseBar({ cascade, line }: { cascade: CascadingSelection; line: string }) {
  const { t } = useTranslation('journal');
  const [open, setOpen] = useState(false);
  const combinedClasses = useCombinedClasses(cascade, true);
  const { discipline } = cascade;
  return (
    <>
      <button type="button" className={styles.course} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {discipline && <DisciplineTile id={discipline.id} name={discipline.discipline} />}
        <span className={styles.courseWords}>
          {discipline ? (
            <>
              <small translate="no">{line}</small>
              <b translate="no">{discipline.discipline}</b>
            </>
          ) : (
            <>
              <small>{t('chooseDiscipline')}</small>
              <b>{t('title')}</b>
            </>
          )}
        </span>
        <Icon of={caret} size="xs" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('chooseDiscipline')}>
        <SemesterAndGroupFilter
          cascade={cascade}
          combinedClasses={{
            ...combinedClasses,
            go: (next) => {
              combinedClasses.go(next);
              setOpen(false);
            },
          }}
        />
        <DisciplinePanel
          cascade={{
            ...cascade,
            go: (next) => {
              cascade.go(next);
              setOpen(false);
            },
          }}
        />
      </Dialog>
    </>
  );
}
