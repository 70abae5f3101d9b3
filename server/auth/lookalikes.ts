/** What a careless comparison makes of a name: letters that look alike are the same, and signs that nobody sees are none. */
export const roughly = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cc}\s\\]/gu, '')
    .toUpperCase()
    .toLowerCase();
