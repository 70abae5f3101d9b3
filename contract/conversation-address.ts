import { disciplineKey } from './discipline-key.ts';
import { groupChatId, type UrlSelection } from './url-selection.ts';

/** What names a conversation in a list. */
interface Named {
  readonly year: number;
  readonly ws: number;
  readonly id_discipline: number;
  readonly kredit: number;
  readonly idid: number;
  readonly isSelect: boolean | null;
  readonly gr_potok: number | null;
  readonly id_office: number | null;
}

/** The address of a conversation of the list; without a semester, so that the list stays what it is. */
export function conversationAddress({
  year,
  ws,
  id_discipline: id,
  kredit,
  idid,
  isSelect,
  gr_potok,
  id_office,
}: Named): UrlSelection {
  if (id_office !== null) return idid === id_office ? { o: id_office } : { o: id_office, c: idid };
  return {
    ...{ year, ws, d: disciplineKey({ id, isSelect: isSelect ?? false, kredit }) },
    ...(gr_potok !== null && { g: gr_potok }),
    c: idid,
  };
}

/**
 * What of the chat is shown at once: the inbox, unless a phone shows a conversation; in its place the contacts of a
 * discipline that the address names without one. An address that does not say all of a conversation needs them too.
 */
export function selectVisibleChatParts(
  { year, ws, d, g, c, o }: UrlSelection,
  wide: boolean,
): { readonly inbox: boolean; readonly contacts: boolean } {
  if (o !== undefined) return { inbox: wide, contacts: false };
  if (c === undefined) return { inbox: d === undefined, contacts: d !== undefined };
  const isWhole = [year, ws, d, c === groupChatId ? g : c].every((one) => one !== undefined);
  return { inbox: wide, contacts: !isWhole };
}
