import { atom } from '../../core/atom.ts';
import { remember, remembered } from '../../core/storage.ts';

/** Whom an announcement in writing is for. */
export type To = 'all' | 'teachers' | 'students' | 'faculties';

/** An announcement that was taken back, and those of its files that go along when it is written again. */
export interface Earlier {
  id: number;
  files: { id: number; name: string; size: number }[];
}

/** What is written but not published; it survives a reload, files cannot. */
export interface Draft {
  message: string;
  to: To;
  faculties: number[];
  /** It is told at once. */
  urgent: boolean;
  earlier: Earlier | null;
}

export const emptyDraft: Draft = { message: '', to: 'all', faculties: [], urgent: false, earlier: null };

const place = 'draft:news';

/** The draft that was left, or an empty one. */
export function readDraft(): Draft {
  try {
    return { ...emptyDraft, ...(JSON.parse(remembered(place) ?? '{}') as Partial<Draft>) };
  } catch {
    return emptyDraft;
  }
}

/** Keeps the draft; an empty one is forgotten. */
export function keepDraft(draft: Draft): void {
  const empty = !draft.message && draft.to === 'all' && !draft.faculties.length && !draft.urgent && !draft.earlier;
  remember(place, empty ? null : JSON.stringify(draft));
}

/** What the writing form is to take up; null: nothing. */
export const handed = atom<Draft | null>(null);

/** Hands an announcement to the writing form, before what is written there already. */
export function writeAgain(item: Omit<Draft, 'urgent'>): void {
  const { message } = readDraft();
  handed.set({ ...item, urgent: false, message: [item.message, message].filter(Boolean).join('\n\n') });
}
