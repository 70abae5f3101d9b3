import { remember, remembered } from '../../core/storage.ts';

/** Whom an announcement in writing is for. */
export type To = 'all' | 'teachers' | 'students' | 'faculties';

/** What is written but not published; it survives a reload, files cannot. */
export interface Draft {
  message: string;
  to: To;
  faculties: number[];
  /** It is told at once. */
  urgent: boolean;
}

export const emptyDraft: Draft = { message: '', to: 'all', faculties: [], urgent: false };

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
  const empty = !draft.message && draft.to === 'all' && !draft.faculties.length && !draft.urgent;
  remember(place, empty ? null : JSON.stringify(draft));
}
