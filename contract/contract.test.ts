import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCalls } from './calls-by-room.ts';
import { permissions } from './permissions.ts';

const calls = listCalls();

test('[BASE-02] every call has a path of its own, written as other programs know it', () => {
  const paths = calls.map(({ call }) => call.path);
  // A provider sends browsers back by an address or by a form, to the same place.
  assert.equal(new Set(calls.map(({ call }) => `${call.method} ${call.path}`)).size, paths.length);
  for (const path of paths) assert.match(path, /^\/(api|locales)\/[A-Za-z:/.*-]+$/);
});

test('[BASE-12] every call says who may make it', () => {
  const known: string[] = ['all', 'in', 'staff', 'student', 'mover', ...permissions];
  for (const { room, name, call } of calls) assert.ok(known.includes(call.access), `${room}.${name}`);
});

test('[BASE-09] a call that is fetched with GET changes nothing', () => {
  const changing = calls.filter(({ call }) => call.method === 'GET' && !call.reads);
  // What a provider of accounts sends a browser back with.
  assert.deepEqual(
    changing.map(({ room, name }) => `${room}.${name}`),
    ['oidc.callback'],
  );
});

test('[BASE-12] fields that name the caller are optional, and a call for everybody has none', () => {
  for (const { room, name, call } of calls) {
    const required = (call.input.required as string[] | undefined) ?? [];
    for (const [field, { caller }] of Object.entries(call.input.properties as Record<string, { caller?: string }>)) {
      if (!caller) continue;
      assert.ok(!required.includes(field), `${room}.${name} ${field}`);
      assert.notEqual(call.access, 'all', `${room}.${name} ${field}`);
    }
  }
});
