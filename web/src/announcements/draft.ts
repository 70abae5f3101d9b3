import { atom } from '../core/atom.ts';
import { readStoredValue, writeStoredValue } from '../core/storage.ts';
import type { NewsFeedItem } from './announcement.data.ts';

/** Whom an announcement in writing is for. */
export type DraftAudience = 'all' | 'teachers' | 'students' | 'faculties';

/** An announcement that was taken back, and those of its files that go along when it is written again. */
export interface DeletedAnnouncement {
  id: number;
  files: { id: number; name: string; size: number }[];
}

/** What is written but not published; it survives a reload, files cannot. */
export interface NewsDraft {
  message: string;
  to: DraftAudience;
  faculties: number[];
  /** Whether people are notified at once. */
  urgent: boolean;
  earlier: DeletedAnnouncement | null;
}

export const emptyDraft: NewsDraft = { message: '', to: 'all', faculties: [], urgent: false, earlier: null };

const place = 'draft:news';

/** The draft that was left, or an empty one. */
export function readNewsDraft(): NewsDraft {
  try {
    return { ...emptyDraft, ...(JSON.parse(readStoredValue(place) ?? '{}') as Partial<NewsDraft>) };
  } catch {
    return emptyDraft;
  }
}

/** Keeps the draft; an empty one is forgotten. */
export function storeNewsDraft(draft: NewsDraft): void {
  const empty = !draft.message && draft.to === 'all' && !draft.faculties.length && !draft.urgent && !draft.earlier;
  writeStoredValue(place, empty ? null : JSON.stringify(draft));
}

/** The draft with which the form is to be filled; null: none. */
export const openedNewsDraft = atom<NewsDraft | null>(null);

/** As much of an announcement as the writing form takes up. */
export type ReusableAnnouncement = Pick<
  NewsFeedItem,
  'id_eventMessage' | 'message' | 'files' | 'id_humanTypeFor' | 'faculties'
>;

/**
 * Text, audience and files of an announcement for the writing form. Null: the form has no audience of a role at some
 * faculties, so that it would reach more people the second time.
 */
export function draftFromAnnouncement(item: ReusableAnnouncement): Omit<NewsDraft, 'urgent'> | null {
  if (item.id_humanTypeFor > 0 && item.faculties.length > 0) return null;
  const byRole = item.id_humanTypeFor === 1 ? 'teachers' : item.id_humanTypeFor === 2 ? 'students' : 'all';
  return {
    message: item.message,
    to: item.faculties.length > 0 ? 'faculties' : byRole,
    faculties: item.faculties,
    earlier: { id: item.id_eventMessage, files: item.files.map(({ id, name, size }) => ({ id, name, size })) },
  };
}

/** Hands an announcement to the writing form, before what is written there already. */
export function openDraftInComposer(item: Omit<NewsDraft, 'urgent'>, urgent = false): void {
  const { message } = readNewsDraft();
  const draft = { ...item, urgent, message: [item.message, message].filter(Boolean).join('\n\n') };
  // Another page may be shown, and none with the form until the next reload.
  storeNewsDraft(draft);
  openedNewsDraft.set(draft);
}
