import { roleOf } from '@bilim/contract/who.ts';
import { lazy, Suspense } from 'react';
import { useCell } from '../../core/cell.ts';
import { session } from '../../core/session.ts';

/** A table to work in weighs ten times as much as a receipt to read: everybody fetches their own. */
const TeacherPage = lazy(() => import('./TeacherPage.tsx'));
const StudentPage = lazy(() => import('./StudentPage.tsx'));

/** Attendance and marks: a table to work in for teachers, a receipt to read for students. */
export default function JournalPage() {
  const { user } = useCell(session);
  return <Suspense>{roleOf(user?.role) === 1 ? <TeacherPage /> : <StudentPage />}</Suspense>;
}
