import { useTranslation } from 'react-i18next';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { shortName } from '../../kit/person.ts';
import styles from './TimetableChanges.module.css';
import type { TimetableChangeCheck } from './timetable-changes.data.ts';

/** What the check found: what is there already, or that all are free; and what is to be thought of. */
export function ChangeCheckFindings({
  checked,
  clashes,
}: {
  checked: TimetableChangeCheck | undefined;
  clashes: TimetableChangeCheck['clashes'];
}) {
  const { t } = useTranslation('timetable-changes');
  if (!checked) return null;
  return (
    <>
      {clashes.length === 0 && <InlineAlert tone="ok">{t('allFree')}</InlineAlert>}
      {clashes.length > 0 && (
        <ul className={styles.clashes} aria-label={t('clashes')}>
          {clashes.map((one) => (
            <li key={`${one.kind} ${one.name} ${one.startsAt} ${one.discipline}`}>
              <b>{t(`clash.${one.kind}`)}</b>{' '}
              <span translate="no">
                {/* Of others' classes a teacher sees no more than that the time is taken. */}
                {[one.name, [one.discipline, one.startsAt].filter(Boolean).join(', ')].filter(Boolean).join(': ')}
              </span>
              {one.students > 0 && ` · ${t('students', { count: one.students })}`}
            </li>
          ))}
        </ul>
      )}
      {checked.warnings.map(({ kind, students, what }) => (
        <InlineAlert key={`${kind} ${what}`} tone="warm">
          {t(`warning.${kind}`, { count: students, what })}
        </InlineAlert>
      ))}
    </>
  );
}

/** Who will be notified: groups with their students, teachers by name. */
export function AffectedPeople({ checked }: { checked: TimetableChangeCheck | undefined }) {
  const { t } = useTranslation('timetable-changes');
  if (!checked) return null;
  const called = ({ kind, name, students }: TimetableChangeCheck['people'][number]) =>
    kind === 'teacher' ? shortName(name) : `${name}, ${t('students', { count: students })}`;
  return (
    <div>
      <p className={styles.whom}>{t('whom')}</p>
      <p className={styles.about} translate="no">
        {checked.people.map(called).join('; ')}
      </p>
    </div>
  );
}
