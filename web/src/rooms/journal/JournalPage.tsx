import { roleOf } from '@bilim/contract/who.ts';
import { useEffect } from 'react';
import { useCell } from '../../core/cell.ts';
import { later } from '../../core/later.ts';
import { session } from '../../core/session.ts';

/** A table to work in weighs ten times as much as a receipt to read: everybody fetches their own. */
const parts = { 1: later(() => import('./TeacherPage.tsx')), 2: later(() => import('./StudentPage.tsx')) };

/** Fetches the part that will be shown. */
export const prepare = () => parts[roleOf(session.get().user?.role)].fetch();

/** Attendance and marks: a table to work in for teachers, a receipt to read for students. */
export default function JournalPage() {
  const part = parts[roleOf(useCell(session).user?.role)];
  const Shown = part.use()?.default;
  useEffect(() => void part.fetch(), [part]);
  return Shown && <Shown />;
}
