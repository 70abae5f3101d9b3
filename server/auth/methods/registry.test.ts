import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { wireLanguages } from '../../core/translations.ts';
import { methodRegistry, methodsRemovableByMailCode, ownMethodAuditActions } from './registry.ts';

type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function textsOf(language: string, file: string): Texts {
  const url = new URL(`../../../web/public/locales/${language}/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

describe('the registered sign-in methods', () => {
  it('stand each in the file of its name', () => {
    const files = globSync('*.queries.ts', { cwd: fileURLToPath(new URL('.', import.meta.url)) });
    const named = signInMethods.map((method) => `${method}.queries.ts`);
    assert.deepEqual(files.sort(), [...named, 'sign-in-methods.queries.ts'].sort());
  });

  it('[AUTH-15] have a name and words for each change in all languages', () => {
    for (const language of wireLanguages)
      for (const method of signInMethods) {
        assert.ok(textsOf(language, 'common').method?.[method], `${language} ${method}`);
        for (const change of methodRegistry[method].changes)
          assert.ok(textsOf(language, 'notices').signInMethods?.[change], `${language} ${change}`);
      }
  });

  it('[AUTH-15] leave entries for which the history of an account has words', () => {
    const history = readFileSync(new URL('../../../web/src/rooms/people/AccountHistory.tsx', import.meta.url), 'utf8');
    assert.ok(ownMethodAuditActions.length > 0);
    for (const action of ownMethodAuditActions) assert.ok(history.includes(`'${action}': `), action);
  });

  it('go with a password that a code from the mailbox renews, but for the second step and that mailbox', () => {
    assert.deepEqual(methodsRemovableByMailCode(false), ['passkeys', 'links', 'calendar']);
    assert.deepEqual(methodsRemovableByMailCode(true), ['links', 'calendar']);
  });
});
