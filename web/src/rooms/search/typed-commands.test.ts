import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommand } from './typed-commands.ts';

const words = {
  password: 'новый пароль|пароль',
  write: 'написать|жазуу',
  mark: 'отметить|белгилөө',
  order: 'заказать',
};

test('an action is recognised by the words that a search begins with, in any spelling, the longest form first', () => {
  assert.deepEqual(parseCommand('Новый  пароль Токтогулова Ай', words), { verb: 'password', object: 'Токтогулова Ай' });
  assert.deepEqual(parseCommand('пароль токтогулова', words), { verb: 'password', object: 'токтогулова' });
  assert.deepEqual(parseCommand('белгилоо Экология', words), { verb: 'mark', object: 'Экология' });
});

test('a word alone, or one that only begins like an action, is searched as it stands', () => {
  assert.equal(parseCommand('новый пароль', { ...words, password: 'новый пароль' }), null);
  assert.equal(parseCommand('написа', words), null);
  assert.equal(parseCommand('паролями владеет', words), null);
  assert.equal(parseCommand('', words), null);
});
