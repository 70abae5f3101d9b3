/**
 * What is chosen, as it stands in the address: year and term, discipline, semester, group, contact; and the office of a
 * conversation, with the contact when one answers in its name.
 */
export interface Chosen {
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
export const officeType = 3;

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
};

/** Reads what is chosen from the address; what makes no sense counts as not chosen. */
export function readChosen(search: Readonly<Record<string, unknown>>): Chosen {
  const chosen: Chosen = {};
  for (const key of ['year', 'ws', 'sem', 'g', 'c', 'o'] as const) {
    const value = wholeNumber(search[key]);
    if (value !== undefined) chosen[key] = value;
  }
  if (typeof search.d === 'string' && /^\d+\.[01]\.[\d.]+$/.test(search.d)) chosen.d = search.d;
  return chosen;
}

/** Whether the address names a conversation. */
export const namesConversation = ({ c, o }: Chosen): boolean => c !== undefined || o !== undefined;

/** Part of what is chosen that stays when something is chosen anew: a choice drops everything that hangs on it. */
export const choose = {
  term: (year: number, ws: number): Chosen => ({ year, ws }),
  discipline: ({ year, ws }: Chosen, d: string): Chosen => withoutNothing({ year, ws, d }),
  semester: ({ year, ws, d }: Chosen, sem: number): Chosen => withoutNothing({ year, ws, d, sem }),
  group: ({ year, ws, d, sem }: Chosen, g: number): Chosen => withoutNothing({ year, ws, d, sem, g }),
  contact: (chosen: Chosen, c: number): Chosen => ({ ...chosen, c }),
};

function withoutNothing(chosen: { [key in keyof Chosen]: Chosen[key] | undefined }): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as Chosen;
}

/** «2026/27» from the label of an academic year, «2026-2027»; another label stays as it is. */
export function yearName(label: string): string {
  return label.replace(/^(\d{4})-\d\d(\d\d)$/, '$1/$2');
}
