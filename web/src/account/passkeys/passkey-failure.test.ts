import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passkeyFailureTextKey } from './passkey-failure.ts';

test('[AUTH-14] a device that makes no key says whether it holds one already, and never that it confirmed no sign-in', () => {
  const thrown = (name: string) => new DOMException('', name);
  const added = ['InvalidStateError', 'NotAllowedError', 'AbortError'].map((name) =>
    passkeyFailureTextKey(thrown(name), 'add'),
  );
  assert.deepEqual(added, ['alreadyHere', 'notAdded', 'notAdded']);
  assert.equal(passkeyFailureTextKey('not even an error', 'add'), 'notAdded');
  assert.equal(passkeyFailureTextKey(thrown('NotAllowedError'), 'show'), 'stopped');
});
