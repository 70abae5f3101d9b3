/** Encodings of texts that people hand in, by the names that the web platform has for them. */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1251'
  | 'ibm866'
  | 'koi8-r'
  | 'x-mac-cyrillic'
  | 'iso-8859-5'
  | 'windows-1254';

/** A text with what is known of how it was written. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
  /** Bytes that are no characters of it; each costs one letter. */
  readonly damaged: number;
  /** Whether the result reads like words; what only might be of this encoding does not. */
  readonly plausible: boolean;
}

/** Names of encodings as people know them. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1251': 'Windows-1251',
  ibm866: 'CP866 (DOS)',
  'koi8-r': 'KOI8-R',
  'x-mac-cyrillic': 'Mac Cyrillic',
  'iso-8859-5': 'ISO-8859-5',
  'windows-1254': 'Windows-1254',
};

/** What the detector calls them. */
const detected: Readonly<Record<string, Encoding>> = {
  'windows-1251': 'windows-1251',
  ibm866: 'ibm866',
  cp866: 'ibm866',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-r',
  maccyrillic: 'x-mac-cyrillic',
  'mac-cyrillic': 'x-mac-cyrillic',
  'iso-8859-5': 'iso-8859-5',
};
const oneByte: readonly Encoding[] = ['windows-1251', 'ibm866', 'koi8-r', 'x-mac-cyrillic', 'iso-8859-5'];
const oneByteNames = ['windows-1251', 'cp866', 'koi8-r', 'koi8-u', 'mac-cyrillic', 'iso-8859-5'];

/** Bytes that the detector looks at. */
const sampled = 64 * 1024;
/** Below this the detector has seen too little to say more than that the usual encoding would be odd. */
const sure = 0.12;
/** Characters of two bytes and more for each broken byte in what counts as damaged UTF-8. */
const wholeForEachBroken = 4;
const replacement = '\ufffd';

/** A byte-order mark decides before anything else. */
const marks: readonly { readonly bytes: readonly number[]; readonly encoding: Encoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Reads a text in whatever way it was written; null: it is no text. */
export async function decodeText(bytes: Uint8Array): Promise<DecodedText | null> {
  const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  if (mark) return asDecoded(bytes, mark.encoding);
  const wide = wideEncoding(bytes);
  if (wide) return asDecoded(bytes, wide);
  if (bytes.includes(0)) return null;
  const asUtf8 = asDecoded(bytes, 'utf-8');
  if (asUtf8.damaged === 0) return asUtf8;
  const whole = asUtf8.text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  if (whole >= asUtf8.damaged * wholeForEachBroken) return asUtf8;
  return await guessed(bytes);
}

/** Whether bytes from the beginning of a file may be those of a text. */
export const mayBeText = (bytes: Uint8Array): boolean =>
  marks.some((one) => one.bytes.every((byte, at) => bytes[at] === byte)) ||
  wideEncoding(bytes) !== null ||
  !bytes.includes(0);

/** What markup without zero bytes cannot be in, by the platform's names. */
const impossibleEncodings: readonly string[] = ['utf-16le', 'utf-16be', 'x-user-defined'];
const declaration = /<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w-]+)["']|<meta\b[^>]*?\bcharset\s*=\s*["']?([\w-]+)/i;

/** Reads a piece of XML or HTML: as it says of itself, and where that is not true as the bytes say; '' when it is no text. */
export async function decodeMarkup(bytes: Uint8Array): Promise<string> {
  if (bytes.includes(0)) return (await decodeText(bytes))?.text ?? '';
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const [, xml, html] = declaration.exec(beginning) ?? [];
  const declared = decoderFor(xml ?? html ?? 'utf-8');
  try {
    if (declared && !impossibleEncodings.includes(declared.encoding)) return declared.decode(bytes);
  } catch {
    // Not what it says.
  }
  return (await decodeText(bytes))?.text ?? '';
}

/** A text in UTF-8; null: it is that already, or no text. */
export async function convertToUtf8(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!bytes.includes(0) && decodes(bytes)) return null;
  const text = await decodeMarkup(bytes);
  return text === '' ? null : new TextEncoder().encode(text);
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return null;
  }
}

/** A short text whose usual encodings are known, such as a name in an archive: the first one in which it reads like words. */
export function decodeByFirstMatch(bytes: Uint8Array, encodings: readonly Encoding[]): string | null {
  for (const encoding of encodings) {
    const { text, damaged, plausible } = asDecoded(bytes, encoding);
    if (damaged === 0 && plausible) return text;
  }
  return null;
}

function asDecoded(bytes: Uint8Array, encoding: Encoding): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  const damaged = (text.match(/\ufffd/g)?.length ?? 0) - (encoding === 'utf-8' ? ownReplacements(bytes) : 0);
  return { text, encoding, damaged, plausible: oneByte.includes(encoding) ? looksLikeWords(text) : damaged === 0 };
}

/** How often the replacement character itself is in a text of UTF-8: somebody else's damage. */
function ownReplacements(bytes: Uint8Array): number {
  const sought = Buffer.from(replacement);
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, at + sought.length)) count++;
  return count;
}

/**
 * UTF-16 without a mark: texts of Latin or Cyrillic letters have a zero or a four in every second byte, which as text of
 * any other encoding are control characters.
 */
function wideEncoding(bytes: Uint8Array): Encoding | null {
  if (bytes.length < 2) return null;
  const looked = Math.min(bytes.length, sampled);
  const high = [0, 0];
  for (let at = 0; at < looked; at++) if (bytes[at] === 0 || bytes[at] === 4) (high[at % 2] as number) += 1;
  const [even = 0, odd = 0] = high;
  const most = (looked / 2) * 0.8;
  if (odd > most && odd > even * 2) return 'utf-16le';
  return even > most && even > odd * 2 ? 'utf-16be' : null;
}

async function guessed(bytes: Uint8Array): Promise<DecodedText> {
  if (isLatin(bytes)) return { ...asDecoded(bytes, 'windows-1254'), plausible: true };
  // Its tables take a tenth of a second to load: most texts are UTF-8 and need none.
  const { detect } = await import('jschardet');
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const from = Math.max(0, first - 64);
  const { encoding, confidence } = detect(bytes.subarray(from, from + sampled), { detectEncodings: oneByteNames });
  const best = detected[encoding?.toLowerCase() ?? ''] ?? 'windows-1251';
  const usual = asDecoded(bytes, 'windows-1251');
  if (best === 'windows-1251' || (confidence < sure && usual.plausible)) return usual;
  const own = asDecoded(bytes, best);
  if (own.plausible) return own;
  return oneByte.map((one) => asDecoded(bytes, one)).find(({ plausible }) => plausible) ?? own;
}

/**
 * Whether most words with a letter beyond ASCII have ASCII letters too: German, French or Turkish, whose letters all are in
 * Windows-1254 where Windows-1252 has them. Words of a Cyrillic text hold no Latin letters.
 */
function isLatin(bytes: Uint8Array): boolean {
  const letters = new TextDecoder('windows-1254').decode(bytes.subarray(0, sampled));
  const words = letters.match(/[A-Za-z\u0080-\uffff]*[\u0080-\uffff][A-Za-z\u0080-\uffff]*/g) ?? [];
  const mixed = words.filter((word) => /[A-Za-z]/.test(word) && /\p{L}/u.test(word.replace(/[A-Za-z]/g, ''))).length;
  return mixed > words.length / 2;
}

/** Letters of Russian and Kyrgyz with the signs that are among them, and the lines of tables that DOS drew. */
const expected = /[А-яЁёІіЇїЄєӨөҮүҢң«»„“”‘’–—…№§°·•±©®×\u00a0\u00ad\u2500-\u259f]/gu;
/** A capital inside a word, or a letter that grows out of a line: only upright lines come beside letters. */
const inside = /\p{Ll}\p{Lu}|[\u2500\u2501\u2503-\u2550\u2552-\u259f]\p{L}/gu;
const words = /\p{L}{2,}/gu;

/** Whether a text that was decoded byte by byte reads like words: its letters are those of its languages, in sensible case. */
function looksLikeWords(text: string): boolean {
  const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  if (foreign === 0) return true;
  const fitting = text.match(expected)?.length ?? 0;
  const odd = text.match(inside)?.length ?? 0;
  const all = text.match(words)?.length ?? 0;
  return fitting >= foreign * 0.97 && odd <= Math.max(all, 1) * 0.05;
}
