import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import type { UrlSelection } from '@bilim/contract/url-selection.ts';
import type { PageLink } from '../../core/searchParams.ts';
import type { NameSearchResults } from './found-rows.ts';

type Course = NameSearchResults['disciplines']['rows'][number];

/** A course as every room's address names it; what is not known the room finds by itself. */
export function toCourseSelection(course: Omit<Course, 'name' | 'people'>): UrlSelection {
  const { year, ws, id_discipline: id, isSelect, kredit, id_semester, id_group } = course;
  return {
    ...{ year, ws, d: disciplineKey({ id, isSelect, kredit }) },
    ...(id_semester > 0 && { sem: id_semester }),
    ...(id_group > 0 && { g: id_group }),
  };
}

/** The conversation of a person with an office, for either side. */
export const officeConversationAddress = (idid: number, office: number): UrlSelection =>
  idid === office ? { o: office } : { o: office, c: idid };

/** The conversation with a person, a group or an office; a student to whom one does not write the office finds by name. */
export function buildConversationAddress({
  idid,
  fio,
  course,
  id_office,
}: NameSearchResults['people']['rows'][number]): PageLink {
  if (id_office !== null) return { to: '/chat', search: { ...officeConversationAddress(idid, id_office) } };
  return course
    ? { to: '/chat', search: { ...toCourseSelection(course), c: idid } }
    : { to: '/office', search: { part: 'grants', find: fio.text } };
}
