import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocumentReference } from './document-reference.ts';

const code = '0123456789abcdef0123';

test('[ORD-06] a paper is known by its number, and by its QR code on every layout of the keyboard', () => {
  assert.deepEqual(parseDocumentReference(' 2026-000012 '), { year: 2026, number: 12, code: null });
  const scanned = { year: 2026, number: 12, code };
  assert.deepEqual(parseDocumentReference(`https://lms.example.kg/lms/check/2026-000012/${code}`), scanned);
  assert.deepEqual(
    parseDocumentReference(`HTTPS://LMS.EXAMPLE.KG/LMS/CHECK/2026-000012/${code.toUpperCase()}\n`),
    scanned,
  );
  // The same keys on the Russian layout, where the one of the slash is a full stop.
  assert.deepEqual(
    parseDocumentReference('реезыЖ..дьы.учфьздулп.дьы.сруслш.2026-000012.0123456789фисвуа0123'),
    scanned,
  );
  for (const other of ['', 'Төлөгөнова', '2026', `2026-000012/${code}0`, 'https://example.com/', '4810000000000'])
    assert.equal(parseDocumentReference(other), null, other);
});
