/** A PDF of empty pages, but for Latin words on the first, without any library. */
export function createTinyPdf(words: string, pages = 1): string {
  const letters = words.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, '\\$&');
  const drawing = `BT /F1 12 Tf 20 100 Td (${letters}) Tj ET`;
  const numbers = Array.from({ length: pages }, (_, n) => 5 + n);
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    ...numbers.map(
      (number) =>
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F1 3 0 R>>>>${number === 5 ? '/Contents 4 0 R' : ''}>>`,
    ),
  ];
  return pdfOf(bodies);
}

/** A PDF of 20 to the power of `levels` pages in a few kilobytes: each part of its page tree names the next one twenty times. */
export function createNestedPdf(levels: number): string {
  const fold = 20;
  const part = (level: number) => {
    const kids = Array(fold)
      .fill(`${level + 3} 0 R`)
      .join(' ');
    return `<</Type/Pages${level > 0 ? `/Parent ${level + 1} 0 R` : ''}/Count ${fold ** (levels - level)}/Kids[${kids}]>>`;
  };
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    ...Array.from({ length: levels }, (_, level) => part(level)),
    `<</Type/Page/Parent ${levels + 1} 0 R/MediaBox[0 0 300 200]/Resources<<>>>>`,
  ]);
}

/** A PDF of so many pages, all of them one and the same, without levels: who looks for the last one goes past each of them. */
export function createFlatPdf(pages: number): string {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${'3 0 R '.repeat(pages)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<<>>>>',
  ]);
}

/** A file of these objects, of which the first is the catalogue. */
function pdfOf(bodies: readonly string[]): string {
  let text = '%PDF-1.4\n';
  const places = bodies.map((body, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}
