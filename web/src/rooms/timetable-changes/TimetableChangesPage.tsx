import { timetableChangeParts } from '@bilim/contract/page-options.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassChangeScope } from '../../classes/may-change-classes.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { Page } from '../../kit/Page.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { EmptyState } from '../../kit/States.tsx';
import { HolidaySettings } from './HolidaySettings.tsx';
import styles from './TimetableChanges.module.css';
import { TimetableWeekEditor } from './TimetableWeekEditor.tsx';

/** One class is moved, cancelled or added, this once; days without classes. */
export default function TimetableChangesPage() {
  const { t } = useTranslation('timetable-changes');
  const search = useSearchParams('/changes');
  const navigate = useNavigate();
  const moves = useClassChangeScope();
  // A teacher, where the university lets them, has the own classes alone.
  const part = (moves === 'all' && search.part) || 'classes';
  if (!moves)
    return (
      <Page title={t('title')} fromApps>
        <EmptyState title={t('notYours')} />
      </Page>
    );
  return (
    <Page title={t('title')} fromApps whole>
      {moves === 'all' && (
        <div className={styles.parts}>
          <SegmentedControl
            label={t('parts')}
            segments={timetableChangeParts.map((value) => ({ value, name: t(`part.${value}`) }))}
            value={part}
            onChoose={(next) => void navigate({ to: '.', search: { ...search, part: next } })}
          />
        </div>
      )}
      {part === 'classes' ? <TimetableWeekEditor isOffice={moves === 'all'} /> : <HolidaySettings />}
    </Page>
  );
}
