import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loginThrottleKey } from './throttle.ts';

test('[AUTH-11] [AUTH-13] a name that a directory takes for another one counts as that one', () => {
  for (const name of ['adm\u0130n', 'admI\u0307n', '\uff21dmin', 'ad\u200bmin', ' ADMIN '])
    assert.equal(loginThrottleKey(name), loginThrottleKey('admin'), name);
  assert.equal(
    loginThrottleKey('\u039f\u0394\u039f\u03a3'),
    loginThrottleKey('\u03bf\u03b4\u03bf\u03c3'),
    'a sigma at the end',
  );
  assert.notEqual(loginThrottleKey('admin'), loginThrottleKey('admln'));
});
