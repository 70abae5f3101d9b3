import { readDisciplineKey } from './discipline-key.ts';

/**
 * What is chosen, as it stands in the address: year and term, discipline, semester, group, contact; and the office of a
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

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
};

/** Reads what is chosen from the address; what makes no sense counts as not chosen. */
export function readUrlSelection(search: Readonly<Record<string, unknown>>): UrlSelection {
  const chosen: UrlSelection = {};
  for (const key of ['year', 'ws', 'sem', 'g', 'c', 'o'] as const) {
    const value = wholeNumber(search[key]);
    if (value !== undefined) chosen[key] = value;
  }
  if (typeof search.d === 'string' && readDisciplineKey(search.d)) chosen.d = search.d;
  return chosen;
}

/** Whether the address names a conversation. */
export const hasConversation = ({ c, o }: UrlSelection): boolean => c !== undefined || o !== undefined;

/** Part of what is chosen that stays when something is chosen anew: a choice drops everything that hangs on it. */
export const changeSelection = {
  term: (year: number, ws: number): UrlSelection => ({ year, ws }),
  discipline: ({ year, ws }: UrlSelection, d: string): UrlSelection => withoutNothing({ year, ws, d }),
  semester: ({ year, ws, d }: UrlSelection, sem: number): UrlSelection => withoutNothing({ year, ws, d, sem }),
  group: ({ year, ws, d, sem }: UrlSelection, g: number): UrlSelection => withoutNothing({ year, ws, d, sem, g }),
  contact: (chosen: UrlSelection, c: number): UrlSelection => ({ ...chosen, c }),
};

function withoutNothing(chosen: { [key in keyof UrlSelection]: UrlSelection[key] | undefined }): UrlSelection {
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as UrlSelection;
}

/** «2026/27» from the label of an academic year, «2026-2027»; another label stays as it is. */
export function shortYearLabel(label: string): string {
  return label.replace(/^(\d{4})-\d\d(\d\d)$/, '$1/$2');
}
