import { useTranslation } from 'react-i18next';
import { useCombinedClasses } from '../classes/combined-class.ts';
import { useCascadingSelection } from '../disciplines/cascade.data.ts';
import { DisciplinePanel } from '../disciplines/DisciplinePanel.tsx';
import { SemesterAndGroupFilter } from '../disciplines/SemesterAndGroupFilter.tsx';
import { useDisciplineColumn } from './column.ts';
import styles from './SideColumn.module.css';

/** Left of the content of rooms that are about one discipline: the disciplines, and the filter where it is needed. */
export function SideColumn() {
  const { t } = useTranslation();
  const column = useDisciplineColumn();
  if (!column?.shown) return null;
  return (
    <aside className={styles.side} data-room={column.room.name} aria-label={t('panel.label')}>
      <DisciplineColumn />
    </aside>
  );
}

/** What is in the column, and in the drawer of narrower screens. */
export function DisciplineColumn() {
  const cascade = useCascadingSelection();
  const isJournal = useDisciplineColumn()?.room.name === 'journal';
  const combinedClasses = useCombinedClasses(cascade, isJournal);
  return (
    <div className={styles.panel}>
      <DisciplinePanel cascade={cascade} />
      <SemesterAndGroupFilter cascade={cascade} combinedClasses={isJournal ? combinedClasses : undefined} />
    </div>
  );
}
