import { search } from '@bilim/contract/search.ts';
import { type BenchCall, defineBenchInput, findPersonIdByLogin } from './bench.ts';
import { fillShelves } from './materials.shelves.ts';

const names = (name: string, login: string, text: string): BenchCall => ({
  name: `search-names-${name}`,
  async make({ database }) {
    return defineBenchInput({ uid: await findPersonIdByLogin(database, login), call: search.names, input: { text } });
  },
});

const texts = (name: string, login: string, text: string): BenchCall => ({
  name: `search-texts-${name}`,
  async make({ database }) {
    await fillShelves(database);
    return defineBenchInput({ uid: await findPersonIdByLogin(database, login), call: search.texts, input: { text } });
  },
});

/** The one search: names as they are typed; words that some books hold, one that is everywhere, and what is nowhere. */
export const searchCalls: readonly BenchCall[] = [
  names('student', 'student', 'мат'),
  names('teacher', 'teacher', 'аса'),
  names('office', 'admin', 'аса'),
  texts('two-words', 'student', 'матрица вероятности'),
  texts('common-word', 'student', 'на'),
  texts('teacher', 'teacher', 'занятия'),
  texts('nowhere', 'student', 'абракадабра'),
];
