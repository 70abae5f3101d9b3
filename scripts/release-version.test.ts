import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { releaseVersion } from './release-version.ts';

const at = Date.parse('2026-11-27T15:12:59Z') / 1000;

describe('the version of a release', () => {
  it('is that of package.json once its changes have a day', () =>
    assert.equal(
      releaseVersion('# Changes\n\n## 1.2.0 (2026-12-01)\n\n- One.\n\n## 1.1.0 (2026-11-01)\n', '1.2.0', at),
      '1.2.0',
    ));

  it('comes before it until then, and rises with every commit', () => {
    const changes = '# Changes\n\n## 1.2.0 (not released yet)\n';
    assert.equal(releaseVersion(changes, '1.2.0', at), '1.2.0-pre.202611271512');
    assert.ok(releaseVersion(changes, '1.2.0', at + 60) > releaseVersion(changes, '1.2.0', at));
  });

  it('is refused when the changes describe another one', () =>
    assert.throws(
      () => releaseVersion('## 1.1.0 (2026-11-01)\n', '1.2.0', at),
      /begins with 1\.1\.0, package\.json says 1\.2\.0/,
    ));
});
