import { disciplineKey } from './initial-selection.ts';
import type { UrlSelection } from './url-selection.ts';

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
