import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { now, setClock, setProcessClock, testClockEnvironment, today } from './clock.ts';

describe('the clock', () => {
  afterEach(() => setClock(null));

  it("is the machine's own, and then no other process is informed of it", () => {
    setClock(null);
    const before = Date.now();
    const moment = now().getTime();
    assert.ok(before <= moment && moment <= Date.now());
    assert.deepEqual(testClockEnvironment(), {});
  });

  it('goes on from the moment that is set', () => {
    const at = '2028-02-29T23:59:00+06:00';
    const before = Date.now();
    setClock(at);
    const passed = now().getTime() - Date.parse(at);
    assert.ok(passed >= 0 && passed <= Date.now() - before);
    assert.ok(Date.parse(testClockEnvironment().TEST_CLOCK ?? '') >= Date.parse(at) + passed);
  });

  it('counts what has passed since a moment that was before', () => {
    const at = '2028-02-29T23:59:00+06:00';
    const before = Date.now();
    setClock(at, before - 5_000);
    assert.ok(now().getTime() >= Date.parse(at) + 5_000);
    setProcessClock(at);
    assert.ok(now().getTime() >= Date.parse(at) + Math.floor(before - performance.timeOrigin));
  });

  it('counts its days in the zone that is asked for', () => {
    setClock('2026-12-31T23:58:00+06:00');
    assert.equal(today('Asia/Bishkek'), '2026-12-31');
    assert.equal(today('Asia/Tokyo'), '2027-01-01');
  });
});
