/** How much of a class is entered in the journal of one of its groups. */
export interface GroupEntryProgress {
  readonly group: string;
  readonly students: number;
  readonly entered: number;
  readonly absences: number;
}

/** How far a class is marked: nothing of it, some of its students, or all. */
export type EntryProgressState = 'none' | 'part' | 'done';

/** How much of a class is entered, over all its groups, and in each of them. */
export interface ClassEntryProgress extends Omit<GroupEntryProgress, 'group'> {
  readonly state: EntryProgressState;
  readonly parts: readonly GroupEntryProgress[];
}

/** A class is marked when every student of each of its groups is; a group without students wants nothing. */
export function computeClassEntryProgress(parts: readonly GroupEntryProgress[]): ClassEntryProgress {
  const sum = (field: 'students' | 'entered' | 'absences') => parts.reduce((all, one) => all + one[field], 0);
  const entered = sum('entered');
  const isDone = entered > 0 && parts.every((one) => one.entered >= one.students);
  return {
    ...{ students: sum('students'), entered, absences: sum('absences') },
    state: isDone ? 'done' : entered > 0 ? 'part' : 'none',
    parts,
  };
}
