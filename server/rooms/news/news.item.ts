import type { CallContext } from '../../call/room.ts';
import type { LiveAudience } from '../../live/live.ts';
import type { AuthorInLanguages, NewsRow } from './news.queries.ts';

/** The live line notifies the addressees, to whom it is new, and those who may delete. */
export function publishNewsChange(
  publish: CallContext['publish'],
  role: 1 | 2 | null,
  faculties: readonly number[],
): void {
  const readers = audience(role, faculties);
  publish([...readers, 'p:news']);
  publish(readers, null, 'notices');
}

function audience(role: 1 | 2 | null, faculties: readonly number[]): LiveAudience[] {
  const roles = role ? [role] : ([1, 2] as const);
  if (faculties.length) return faculties.flatMap((faculty) => roles.map((one) => `f:${faculty}:${one}` as const));
  return role ? [`r:${role}`] : ['all'];
}

/** Name and post of an author as the wire packs them. */
function bylineOf(author: string, post: string | null): string {
  const part = (text: string) => text.replaceAll('|', '/');
  return `${part(author)}|${part(post ?? '')}`;
}

/** The same as readers of each language see it. */
export function toBylinesByLanguage({ name, kg, ru, en }: AuthorInLanguages) {
  return { kg: bylineOf(name, kg), ru: bylineOf(name, ru), en: bylineOf(name, en) };
}

/** An item as the wire has it: the author packed into p23-1, the file names into fileName (docs/wire.md#news). */
export function toWireItem({ author, post, ...row }: NewsRow) {
  return {
    ...row,
    fileName: row.files.map((file) => file.name).join('/'),
    'p23-1': bylineOf(author, post),
  };
}
