const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of a piece of XML or HTML: without its tags, its entities as letters. */
export function textOfMarkup(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (_, ten?: string, hex?: string, name?: string) => {
      if (name) return entities[name] ?? '';
      const code = ten ? Number(ten) : Number.parseInt(hex ?? '20', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    });
}

/** The value of an attribute of a tag. */
export function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return textOfMarkup(found?.[1] ?? found?.[2] ?? '');
}
