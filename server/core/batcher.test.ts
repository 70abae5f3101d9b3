import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RequestBatcher } from './batcher.ts';
import { Refusal } from './refusal.ts';

const limits = { most: 3, concurrency: 1, line: 5, within: 60_000 };

/** Work that is done only when the test says so. */
function held<O>(answers: (items: readonly string[], isAlone: boolean) => readonly (O | undefined)[]) {
  const sent: { items: readonly string[]; isAlone: boolean; go: () => void }[] = [];
  const work = async (items: readonly string[], isAlone: boolean) => {
    await new Promise<void>((go) => sent.push({ items, isAlone, go }));
    return answers(items, isAlone);
  };
  const batches = () => sent.map(({ items, isAlone }) => `${items.join('')}${isAlone ? ' alone' : ''}`);
  /** Lets everything through that is sent until then. */
  const finish = async <T>(all: Promise<T>[]) => {
    const settled = Promise.allSettled(all);
    let isOver = false;
    void settled.then(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const { go } of sent) go();
      await new Promise((next) => setImmediate(next));
    }
    return (await settled).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));
  };
  return { work, batches, finish };
}

const upper = (items: readonly string[]) => items.map((item) => item.toUpperCase());

describe('what is done together', () => {
  test('the first goes at once, those who come meanwhile go together, each with an answer of their own', async () => {
    const { work, batches, finish } = held(upper);
    const together = new RequestBatcher(limits, work);
    const all = [...'abcdef'].map((item) => together.ask(item));
    assert.deepEqual(batches(), ['a']);
    assert.deepEqual(await finish(all), [...'ABCDEF']);
    assert.deepEqual(batches(), ['a', 'bcd', 'ef']);
    assert.deepEqual(await finish([together.ask('g')]), ['G']);
  });

  test('whoever could not be done with the others is done alone', async () => {
    const { work, batches, finish } = held((items, isAlone) =>
      items.map((item) => (item === 'c' && !isAlone ? undefined : item.toUpperCase())),
    );
    const together = new RequestBatcher(limits, work);
    assert.deepEqual(await finish([...'abcd'].map((item) => together.ask(item))), [...'ABCD']);
    assert.deepEqual(batches(), ['a', 'bcd', 'c alone']);
  });

  test('a failure of one harms only that one', async () => {
    for (const failure of [new Error('no'), Object.assign(new Error('no'), { code: '55P03' })]) {
      const { work, batches, finish } = held((items) => {
        if (items.includes('c')) throw failure;
        return upper(items);
      });
      const together = new RequestBatcher(limits, work);
      assert.deepEqual(await finish([...'abcd'].map((item) => together.ask(item))), ['A', 'B', 'no', 'D']);
      assert.deepEqual(batches(), ['a', 'bcd', 'b alone', 'c alone', 'd alone']);
    }
  });

  test('when nobody knows what became of them nothing is done again', async () => {
    const { work, batches, finish } = held((items) => {
      if (items.includes('c')) throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
      return upper(items);
    });
    const together = new RequestBatcher(limits, work);
    assert.deepEqual(await finish([...'abcd'].map((item) => together.ask(item))), ['A', 'gone', 'gone', 'gone']);
    assert.deepEqual(batches(), ['a', 'bcd']);
  });

  test('more than the queue holds are rejected, and whoever waited in it too long', async () => {
    const { work, finish } = held(upper);
    const unavailable = (error: unknown) => error instanceof Refusal && error.status === 503;
    const together = new RequestBatcher(limits, work);
    const all = [...'abcdef'].map((item) => together.ask(item));
    await assert.rejects(together.ask('g'), unavailable);
    assert.deepEqual(await finish(all), [...'ABCDEF']);

    // The timer of the line keeps no process alive; something else has to.
    const alive = setInterval(() => undefined, 1000);
    const { work: slow, batches, finish: end } = held(upper);
    const impatient = new RequestBatcher({ ...limits, within: 5 }, slow);
    const first = impatient.ask('a');
    await assert.rejects(impatient.ask('b'), unavailable);
    clearInterval(alive);
    assert.deepEqual(await end([first]), ['A']);
    assert.deepEqual(batches(), ['a']);
  });
});
