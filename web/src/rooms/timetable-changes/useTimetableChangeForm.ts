import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../kit/Toast.tsx';
import { useUndoClassChangeWithToast } from './TimetableChangeList.tsx';
import {
  type ChangedClass,
  type ClassTimeSlot,
  type TeacherSearchResult,
  toCourseReference,
  useAddClass,
  useCancelClass,
  useChangeCheck,
  useMoveClass,
} from './timetable-changes.data.ts';

export const timetableChangeActions = ['move', 'cancel', 'add'] as const;
export type TimetableChangeAction = (typeof timetableChangeActions)[number];

export interface TimetableChangeDraft {
  of: ChangedClass;
  /** One more class of a course, which is nowhere yet. */
  isNew: boolean;
  /** Where it shall go; null: where it is. */
  place: ClassTimeSlot | null;
  onClose: () => void;
}

/** What is chosen in the form of a change, what the check found of it, and how it is saved. */
export function useTimetableChangeForm({ of, isNew, place, onClose }: TimetableChangeDraft) {
  const { t } = useTranslation('timetable-changes');
  const [action, setAction] = useState<TimetableChangeAction>(isNew ? 'add' : 'move');
  const [room, setRoom] = useState<number | null>(null);
  const [teacher, setTeacher] = useState<TeacherSearchResult | null>(null);
  const [reason, setReason] = useState('');
  const [force, setForce] = useState(false);
  const undo = useUndoClassChangeWithToast();
  const calls = { move: useMoveClass(), cancel: useCancelClass(), add: useAddClass() };
  const to = action === 'cancel' || !place ? of : place;
  const at = { classDay: of.day, toDay: to.day, id_time: to.id_time };
  const givenBy = action !== 'cancel' && teacher ? { id_teacher: teacher.id_teacher } : {};
  const check = useChangeCheck({
    ...toCourseReference(of),
    ...at,
    ...givenBy,
    isAdded: action === 'add',
    ...(room !== null && { id_auditorium: room }),
  });
  const [checked] = check.data ?? [];
  const rooms = checked?.rooms ?? [];
  const goal = room ?? (rooms.find((one) => one.id_auditorium === of.id_auditorium) ?? rooms[0])?.id_auditorium ?? null;
  // Without a room of its own choice the check was made for the room that the class has.
  const clashes = (checked?.clashes ?? []).filter(({ kind }) => kind !== 'room' || (room ?? of.id_auditorium) === goal);
  const isElsewhere = place !== null || teacher !== null || (goal !== null && goal !== of.id_auditorium);
  const isReady =
    reason.trim().length >= 3 &&
    checked !== undefined &&
    !check.isPlaceholderData &&
    (action === 'cancel'
      ? !checked.hasEntries
      : (action === 'add' ? place !== null : isElsewhere) && (force || !clashes.length));
  function save(): void {
    const done = {
      onSuccess: ([row]: { id_change: number; told: number }[]) => {
        showToast(t(`done.${action}`, { count: row?.told ?? 0 }), {
          name: t('undo'),
          run: () => row && undo(row.id_change),
        });
        onClose();
      },
    };
    const where = { ...at, ...givenBy, ...(goal !== null && { id_auditorium: goal }), reason, force };
    if (action === 'cancel') calls.cancel.mutate({ id_lesson: of.id_lesson, classDay: of.day, reason }, done);
    else if (action === 'add') calls.add.mutate({ ...toCourseReference(of), ...where }, done);
    else calls.move.mutate({ id_lesson: of.id_lesson, ...where }, done);
  }
  return {
    action,
    choose(next: TimetableChangeAction) {
      setAction(next);
      setForce(false);
    },
    ...{ checked, rooms, goal, setRoom, clashes, teacher, setTeacher, reason, setReason, force, setForce },
    ...{ isReady, save, failure: calls[action].error, isSaving: calls[action].isPending },
  };
}
