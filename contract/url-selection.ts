import { parseDisciplineKey } from './discipline-key.ts';

/**
 * The selection, as it is in the address: year and term, discipline, semester, group, contact; and the office of a
 * conversation, with the contact when one answers in its name.
 */
export interface UrlSelection {
  year?: number;
  ws?: number;
  d?: string;
  sem?: number;
  g?: number;
  c?: number;
  o?: number;
}

/** The group chat is a contact of this id, always the first. */
export const groupChatId = -1;

/** On the wire an office is an author and a correspondent of this type, beside 1 teacher and 2 student. */
export const officeContactType = 3;

/** A whole number, typed as one or as its digits. */
export const parseWholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/** What each number of the selection is at least and at most; more would be refused by the calls that it is sent to. */
const bounds = {
  year: [0, 99],
  ws: [1, 3],
  sem: [1, Number.MAX_SAFE_INTEGER],
  g: [0, Number.MAX_SAFE_INTEGER],
  c: [groupChatId, Number.MAX_SAFE_INTEGER],
  o: [1, Number.MAX_SAFE_INTEGER],
} as const;

/** Reads the selection from the address; a value that is not valid is left out. */
export function readUrlSelection(search: Readonly<Record<string, unknown>>): UrlSelection {
  const selection: UrlSelection = {};
  for (const key of ['year', 'ws', 'sem', 'g', 'c', 'o'] as const) {
    const value = parseWholeNumber(search[key]);
    const [least, most] = bounds[key];
    if (value !== undefined && value >= least && value <= most) selection[key] = value;
  }
  if (typeof search.d === 'string' && parseDisciplineKey(search.d)) selection.d = search.d;
  return selection;
}

/** Whether the address names a conversation. */
export const hasConversation = ({ c, o }: UrlSelection): boolean => c !== undefined || o !== undefined;

/** The selection after a change: each change drops what depends on the changed value. */
export const selectionUpdates = {
  term: (year: number, ws: number): UrlSelection => ({ year, ws }),
  discipline: ({ year, ws }: UrlSelection, d: string): UrlSelection => withoutNothing({ year, ws, d }),
  semester: ({ year, ws, d }: UrlSelection, sem: number): UrlSelection => withoutNothing({ year, ws, d, sem }),
  group: ({ year, ws, d, sem }: UrlSelection, g: number): UrlSelection => withoutNothing({ year, ws, d, sem, g }),
  contact: (selection: UrlSelection, c: number): UrlSelection => ({ ...selection, c }),
};

function withoutNothing(selection: { [key in keyof UrlSelection]: UrlSelection[key] | undefined }): UrlSelection {
  return Object.fromEntries(Object.entries(selection).filter(([, value]) => value !== undefined)) as UrlSelection;
}

/** «2026/27» from the label of an academic year, «2026-2027»; another label stays as it is. */
export function shortYearLabel(label: string): string {
  return label.replace(/^(\d{4})-\d\d(\d\d)$/, '$1/$2');
}
