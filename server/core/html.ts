const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it is in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const characters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(entities).map(([sign, entity]) => [entity, sign])),
  '&#x27;': "'",
};

/** The text of a quoted attribute, as the pages' build and React write it. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => characters[entity] ?? entity);
