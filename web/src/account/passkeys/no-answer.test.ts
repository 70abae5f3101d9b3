import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceFailureText } from './no-answer.ts';

test('[AUTH-14] a device that makes no key says whether it holds one already, and never that it confirmed no sign-in', () => {
  const thrown = (name: string) => new DOMException('', name);
  const added = ['InvalidStateError', 'NotAllowedError', 'AbortError'].map((name) =>
    deviceFailureText(thrown(name), 'add'),
  );
  assert.deepEqual(added, ['alreadyHere', 'notAdded', 'notAdded']);
  assert.equal(deviceFailureText('not even an error', 'add'), 'notAdded');
  assert.equal(deviceFailureText(thrown('NotAllowedError'), 'show'), 'stopped');
});
