import type { Call } from '@bilim/contract/call.ts';
import { createExampleInput } from './example-input.ts';
import { createMultipartBody, type FormPart } from './http.ts';

/** A request that no honest client sends, or hardly any. */
export interface MalformedRequest {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
  /** What was done to it, for whoever has to find out why it hurt. */
  readonly what: string;
}

/** Chance that comes out the same for the same seed (mulberry32). */
export class SeededGenerator {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const numbers = [0, -0, 1, 2, 3, 7, 12, 25, 26, -1, -2, 0.5, 1.005, 1e-7, 100, 1e6, 1e21, 1e308, -1e308];
const edges = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, -(2 ** 63), 32_767, 32_768];
const words = [
  ...['', ' ', '-1', '0', '00', '1', '01', '+1', '1.0', '1e3', '0x10', 'NaN', 'Infinity', '-Infinity', 'null', 'true'],
  ...['9007199254740993', '99999999999999999999', '2147483648', '1;2', '1,2', "' or 1=1 --", '%', '_', '\\', '\\x00'],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    '\ufeff',
    '\u202e\u2066',
    '\uffff',
    '👩‍👩‍👧‍👦',
    'Ң',
    'й',
    '́',
    '\r\n',
    '\t',
    '"',
    '<svg onload=1>',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '2026-11-21T00:00:00Z',
    'infinity',
    'epoch',
  ],
  ...['__proto__', 'constructor', 'toString', '../../etc/passwd', 'C:\\x', '1_x.pdf', '#{1}', '{{x}}', '$1', '|', 'ﷺ'],
];
const shapes: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { id: 1 },
  { toString: 1 },
  { length: 1 },
  [1, '2', null],
];

/** A value out of place. */
function strange(dice: SeededGenerator): unknown {
  switch (dice.below(8)) {
    case 0:
    case 1:
      return dice.one(numbers);
    case 2:
      return dice.one(edges);
    case 3:
    case 4:
      return dice.one(words);
    case 5:
      return dice.one(shapes);
    case 6:
      return dice.one(['x', 'ы', '\n', '👍']).repeat(dice.one([255, 256, 4_001, 70_000]));
    default:
      return Array.from({ length: dice.one([2, 51, 1_001]) }, () => dice.one([...numbers, ...words]));
  }
}

/** As a form or an address would carry it; some of the shapes cannot say themselves. */
const textOf = (value: unknown): string => (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value));

/** The example of a call with some of its fields, also the optional ones, made strange. */
function strangeInput(call: Call, dice: SeededGenerator): Record<string, unknown> {
  const input: Record<string, unknown> = createExampleInput(call);
  const names = Object.keys(call.input.properties);
  for (let left = 1 + dice.below(3); left > 0 && names.length; left--) {
    const name = dice.one(names);
    if (dice.below(8) === 0) delete input[name];
    else input[name] = strange(dice);
  }
  return input;
}

const bodies: readonly ((dice: SeededGenerator) => [what: string, body: string | Buffer])[] = [
  () => ['no body', ''],
  (dice) => ['another kind of JSON', dice.one(['null', 'true', '1', '"x"', '[]', '[{}]', '[1,2]', '"\\ud800"'])],
  (dice) => [
    'broken JSON',
    dice.one(['{', '}', '{"a"', '{"a":}', "{'a':1}", '{"a":1,}', 'NaN', '{"a":01}', '\0', '{}x']),
  ],
  (dice) => ['deep', nested(dice.one([100, 20_000]), '[', ']')],
  () => ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  () => ['prototype keys', '{"__proto__":{"uid":1},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1}'],
  () => ['many keys', `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`],
  () => ['the same key twice', '{"uid":1,"uid":2,"id":1,"id":null}'],
  () => ['900 kB', JSON.stringify({ message: 'ы'.repeat(450_000) })],
  () => ['over 1 MiB', JSON.stringify({ message: 'x'.repeat(1_100_000) })],
  () => ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  () => ['a byte order mark', Buffer.from('\ufeff{"id":1}')],
  () => ['huge numbers', '{"id":1e999,"page":-1e999,"year":99999999999999999999999999,"uid":1.7976931348623157e309}'],
];

/** A call's malformed request; about half of them are its own fields with values out of place. */
export function createMalformedRequest(call: Call, dice: SeededGenerator): MalformedRequest {
  if (call.method === 'GET') return malformedGet(call, dice);
  if (call.files) return malformedForm(call, dice);
  const path = call.path;
  if (dice.below(3)) {
    const body = JSON.stringify(strangeInput(call, dice));
    return { path, method: 'POST', headers: { 'content-type': 'application/json' }, body, what: body.slice(0, 400) };
  }
  const [what, body] = dice.one(bodies)(dice);
  const type = dice.one(['application/json', 'application/json', 'application/json; charset=utf-16', 'text/plain', '']);
  return { path, method: 'POST', headers: type ? { 'content-type': type } : {}, body, what: `${what} as ${type}` };
}

function malformedGet(call: Call, dice: SeededGenerator): MalformedRequest {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(strangeInput(call, dice)))
    for (const one of Array.isArray(value) ? value.slice(0, 20) : [value])
      query.append(name, textOf(one).slice(0, 2_000));
  const piece = () =>
    dice.one(['1', 'x', '%00', '%ff', '%2e%2e%2f', '..', '%', '%F0%9F', '0'.repeat(200), '-1', '%0d%0a']);
  const path = call.path.replaceAll(/:\w+|\*/g, piece);
  const tail = dice.one([
    `?${query}`,
    `?${query}`,
    '?%',
    '?a[]=1&a[b]=2&__proto__=3',
    `?${'a=1&'.repeat(3_000)}`,
    '?&&==',
  ]);
  return { path: path + tail, method: 'GET', headers: {}, body: '', what: (path + tail).slice(0, 400) };
}

const fileNames = [
  'a.txt',
  '',
  'x'.repeat(300),
  '../../x',
  'ы\u202e.pdf',
  'a\0b',
  '|',
  '.',
  'a.svg',
  'C:\\a.exe',
  '\ud83d',
];

function malformedForm(call: Call, dice: SeededGenerator): MalformedRequest {
  const field = call.files?.field ?? 'files';
  const part = (): FormPart => ({
    name: dice.one([field, field, field, 'other', '', '__proto__']),
    filename: dice.one(fileNames),
    content: dice.one(['', 'x', '\x89PNG\r\n\x1a\n', '%PDF-1.7', 'PK\x03\x04broken', Buffer.alloc(70_000)]),
  });
  const fields = Object.entries(strangeInput(call, dice)).flatMap(([name, value]): FormPart[] =>
    (Array.isArray(value) ? value.slice(0, 60) : [value]).map((one) => ({ name, content: textOf(one) })),
  );
  const parts = dice.one<() => FormPart[]>([
    () => [...fields, part()],
    () => [part(), ...fields],
    () => fields,
    () => [],
    () => Array.from({ length: 60 }, part),
    () => Array.from({ length: 300 }, (_, n): FormPart => ({ name: `f${n}`, content: 'x' })),
    () => [{ name: field, content: 'a text where a file belongs' }],
    () => [
      {
        name: Object.keys(call.input.properties)[0] ?? 'id',
        filename: 'a.txt',
        content: 'a file where a text belongs',
      },
    ],
    () => [{ name: 'x'.repeat(20_000), content: '' }, ...fields],
  ])();
  const { headers, body } = createMultipartBody(parts);
  const [what, type, sent] = dice.one<() => [what: string, type: string, sent: Buffer | string]>([
    () => ['whole', headers['content-type'] ?? '', body],
    () => ['whole', headers['content-type'] ?? '', body],
    () => ['cut', headers['content-type'] ?? '', body.subarray(0, dice.below(body.length))],
    () => ['without a boundary', 'multipart/form-data', body],
    () => ['another boundary', 'multipart/form-data; boundary=other', body],
    () => ['an endless boundary', `multipart/form-data; boundary=${'b'.repeat(5_000)}`, body],
    () => ['JSON', 'application/json', '{}'],
    () => ['no form at all', 'multipart/form-data; boundary=b', 'nothing of the kind'],
    () => ['half a header', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="'],
    () => ['no header', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
    () => [
      'endless header',
      'multipart/form-data; boundary=b',
      `--b\r\nX: ${'x'.repeat(200_000)}\r\n\r\n\r\n--b--\r\n`,
    ],
    () => ['only the end', 'multipart/form-data; boundary=b', '--b--\r\n'],
    () => [
      'nested',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n--c--\r\n--b--\r\n',
    ],
  ])();
  const partTexts = parts.map((one) => `${one.name.slice(0, 20)}=${one.filename ?? String(one.content).slice(0, 30)}`);
  return {
    path: call.path,
    method: 'POST',
    headers: { 'content-type': type },
    body: sent,
    what: `${what}: ${partTexts.join(' ').slice(0, 300)}`,
  };
}
