import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { foldText } from '@bilim/contract/texts.ts';
import { heldOutSet } from '../../test/stemmer-test-set.held-out.ts';
import { type StemmerTestSet, toWordPairs } from '../../test/stemmer-test-set.ts';
import { tuningSet } from '../../test/stemmer-test-set.tuning.ts';
import { kyrgyzStems } from './stem.ts';

const stems = (word: string) => kyrgyzStems(foldText(word));
const isSame = ([one, other]: [string, string]) => stems(one).some((stem) => stems(other).includes(stem));

function measured(words: StemmerTestSet) {
  const { together, apart } = toWordPairs(words);
  const missed = together.filter((pair) => !isSame(pair));
  const mistaken = apart.filter(isSame);
  const right = together.length - missed.length;
  return { recall: right / together.length, missed, mistaken, apart };
}

describe('Kyrgyz word forms', () => {
  test('[FIND-03] at least five hundred pairs of our own, with look-alikes, in two halves that share no word', () => {
    const [own, other] = [toWordPairs(tuningSet), toWordPairs(heldOutSet)];
    assert.ok(own.together.length >= 500 && other.together.length >= 500);
    assert.ok(own.apart.length >= 80 && other.apart.length >= 80);
    const words = new Set(own.together.flat());
    assert.deepEqual(
      other.together.flat().filter((word) => words.has(word)),
      [],
    );
  });

  for (const [name, words] of Object.entries({
    'the half they were made with': tuningSet,
    'the held-out half': heldOutSet,
  }))
    test(`[FIND-03] ${name}: recall and precision are at least 0.90 with half of the pairs look-alikes`, () => {
      const { recall, mistaken, apart, missed } = measured(words);
      assert.ok(recall >= 0.9, `recall ${recall}: ${missed.map((pair) => pair.join('-')).join(' ')}`);
      // As if there were as many look-alikes as pairs that belong together.
      const precision = recall / (recall + mistaken.length / apart.length);
      assert.ok(precision >= 0.9, `precision ${precision}: ${mistaken.map((pair) => pair.join('-')).join(' ')}`);
    });

  test('[FIND-03] a form typed on a Russian keyboard has the stem of the form as it is written', () => {
    for (const [written, typed] of [
      ['өзгөртүүнү', 'озгортууну'],
      ['көлдүн', 'колдун'],
      ['жаңыдан', 'жаныдан'],
    ] as const)
      assert.deepEqual(kyrgyzStems(foldText(written)), kyrgyzStems(foldText(typed)));
  });

  test('[FIND-03] any word has a stem: one letter, digits, Latin, a very long one', () => {
    for (const word of ['а', 'у', '2026', 'abc', 'ьъ', 'нын', 'лар', 'а'.repeat(500), 'китеп'.repeat(100)])
      assert.ok((kyrgyzStems(word)[0] ?? '').length > 0, word);
  });
});
