import { roleOf } from '@bilim/contract/who.ts';
import { useCell } from '../../core/cell.ts';
import { session } from '../../core/session.ts';
import { StudentPage } from './StudentPage.tsx';
import { TeacherPage } from './TeacherPage.tsx';

/** Attendance and marks: a table to work in for teachers, a receipt to read for students. */
export default function JournalPage() {
  const { user } = useCell(session);
  return roleOf(user?.role) === 1 ? <TeacherPage /> : <StudentPage />;
}
