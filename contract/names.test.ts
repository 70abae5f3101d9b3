import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disambiguateNames, shortName, surnameAndName } from './names.ts';

test('[JRN-01] people of a list have the shortest names that distinguish them', () => {
  const people = [
    { name: 'Асанов Бакыт Эркинович' },
    { name: 'Асанов Бакыт Маратович' },
    { name: 'Осмонова Айгүл Таалайбековна' },
    { name: 'Осмонова Айпери Таалайбековна', apart: '1021' },
  ];
  assert.deepEqual(disambiguateNames(people, surnameAndName), [
    'Асанов Бакыт Эркинович',
    'Асанов Бакыт Маратович',
    'Осмонова Айгүл',
    'Осмонова Айпери, 1021',
  ]);
  assert.deepEqual(disambiguateNames(people.slice(2), shortName), [
    'Осмонова Айгүл Таалайбековна',
    'Осмонова Айпери Таалайбековна, 1021',
  ]);
});
