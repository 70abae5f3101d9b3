import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyPart } from '../../core/lazy.ts';
import { useMayCall, userMayCall } from '../../core/mayCall.ts';
import { session } from '../../core/session.ts';
import { MissingUniversityMessage, useIsUniversityMissing } from '../../kit/MissingUniversityMessage.tsx';
import StudentPage from './StudentPage.tsx';

/** A table to work in weighs ten times as much as a receipt to read: only teachers fetch it. */
const table = createLazyPart(() => import('./TeacherPage.tsx'));

/** Fetches what this person will be shown; when it does not come, the page did not. */
export async function prepare(): Promise<void> {
  if (!userMayCall(session.get().user, 'staff')) return;
  await import('./TeacherPage.tsx');
  await table.fetch();
}

/** Attendance and marks: a table to work in for teachers, a receipt to read for students. */
export default function JournalPage() {
  const { t } = useTranslation('journal');
  const isEmpty = useIsUniversityMissing();
  const teacher = useMayCall('staff');
  const TeacherPage = table.use()?.default;
  useEffect(() => {
    if (teacher) void table.fetch();
  }, [teacher]);
  if (isEmpty)
    return <MissingUniversityMessage title={t('title')} sentence={t('noUniversity')} load={t('loadTables')} />;
  if (teacher) return TeacherPage && <TeacherPage />;
  return <StudentPage />;
}
