import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openPortal } from '../../server/test/test-client.ts';
import { projectFolder } from '../results.ts';

const monitoring = join(projectFolder, 'packaging/monitoring');

/** Asks Prometheus's own tool; gives what it said. */
function promtool(args: string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', cwd: monitoring, input });
  assert.equal(status, 0, stdout + stderr);
  return stdout + stderr;
}

describe('[OPS-08] Prometheus', () => {
  it('takes the alert rules, which report a portal in trouble and are silent about one that is well', () => {
    assert.match(promtool(['check', 'rules', 'alerts.yml']), /SUCCESS: \d+ rules found/);
    assert.match(promtool(['test', 'rules', 'alerts.test.yml']), /SUCCESS/);
  });

  it('takes the figures as they are', async () => {
    const portal = await openPortal();
    try {
      const text = await (await fetch(`${portal.base}/metrics`)).text();
      // What the library says of the process itself has its own names.
      const ours = text.split('\n').filter((line) => /^(# \w+ )?bilim_/.test(line));
      assert.equal(promtool(['check', 'metrics'], `${ours.join('\n')}\n`), '');
    } finally {
      await portal.close();
    }
  });
});
