import type { ListRecipe } from '@bilim/contract/recipe.ts';
import { foldText } from '@bilim/contract/texts.ts';
import { hasLostLetters, isSameButLostLetters, nameParts, summarizeRowNumbers } from './lost-letters.ts';
import { toLatinKey } from './recipe-cells.ts';
import { foldName, joinFullName } from './recipe-lookup.ts';
import type { RowCells } from './recipe-portal-rows.ts';
import type { MappedSheetRow } from './recipe-row.ts';
import { addOutputRow, type RecipeWorkspace } from './recipe-workspace.ts';

/** Gives people who come without a key the one that the portal knows them by, or a new one, and logins where they are made. */
export function assignPersonKeys(recipe: ListRecipe, lines: readonly MappedSheetRow[], work: RecipeWorkspace): void {
  const { known } = work;
  const byNumber = new Map(known.rows('students').map((row) => [foldName(row.number ?? ''), row]));
  for (const file of ['students', 'teachers'] as const) {
    const byCode = new Map(known.rows(file).map((row) => [row.code ?? '', row]));
    const usedLogins = new Set(known.rows(file).map(({ login }) => (login ?? '').toLowerCase()));
    const made = new Map<string, string>();
    const login = recipe.columns.find(({ to, how }) => to === `${file}.login` && how === 'login');
    const lost: MappedSheetRow[] = [];
    const restored: number[] = [];
    for (const line of lines) {
      const person = line.tables.get(file);
      if (!person) continue;
      person.code ||= file === 'students' ? numberCode(person, byNumber) : nameCode(person, known);
      const given = nameParts.map((part) => person[part] ?? '');
      keepSpelling(person, byCode.get(person.code));
      if (nameParts.some((part) => hasLostLetters(person[part] ?? ''))) lost.push(line);
      else if (given.some(hasLostLetters)) restored.push(line.origin.row);
      if (!login || !person.code) continue;
      person.login =
        byCode.get(person.code)?.login || made.get(person.code) || newLogin(person, login.value, usedLogins);
      made.set(person.code, person.login);
      usedLogins.add(person.login.toLowerCase());
    }
    reportLostNames(file, lost, work);
    const place = { file: lines[0]?.origin.file ?? '' };
    if (restored.length > 0) work.report.warning('recipe.lettersRestored', place, summarizeRowNumbers(restored));
  }
}

/** Names of which nobody knows the lost letters stop the sheet: they would be given to people, or to new ones. */
function reportLostNames(file: string, lines: readonly MappedSheetRow[], { report }: RecipeWorkspace): void {
  const values = summarizeRowNumbers(lines.map(({ origin }) => origin.row));
  for (const line of lines) {
    const { origin, tables } = line;
    const part = nameParts.find((one) => hasLostLetters(tables.get(file)?.[one] ?? ''));
    line.spoilt = true;
    const column = origin.columns[`${file}.${part}`] ?? origin.columns[`${file}.surname`] ?? '';
    report.error('person.lostLetters', { file: origin.file, row: origin.row, column }, values);
  }
}

/** A name that only lost its Kyrgyz letters on the way keeps them, and what the sheet does not hold stays as it is. */
function keepSpelling(person: RowCells, known: RowCells | undefined): void {
  if (!known) return;
  for (const part of [...nameParts, 'email'] as const) {
    const [own, spelling] = [person[part] ?? known[part] ?? '', known[part] ?? ''];
    if (foldText(own) === foldText(spelling) || isSameButLostLetters(own, spelling)) person[part] = spelling;
  }
}

function numberCode(person: RowCells, byNumber: ReadonlyMap<string, RowCells>): string {
  const number = person.number ?? '';
  return byNumber.get(foldName(number))?.code ?? number.replace(/[^\p{L}\p{N}._/()-]+/gu, '-');
}

function nameCode(person: RowCells, known: RecipeWorkspace['known']): string {
  const name = joinFullName(person);
  const found = known.find('teachers', name);
  if ('key' in found) return found.key;
  const same = known.rows('teachers').filter((row) => isSameButLostLetters(name, joinFullName(row)));
  return (same.length === 1 && same[0]?.code) || toLatinKey(name);
}

function newLogin(person: RowCells, made: string | undefined, usedLogins: ReadonlySet<string>): string {
  const words = [person.surname ?? '', (person.name ?? '').slice(0, 1), (person.patronymic ?? '').slice(0, 1)];
  const base = made === 'number' ? toLatinKey(person.number ?? '') : words.map(toLatinKey).filter(Boolean).join('.');
  let login = base;
  for (let more = 2; usedLogins.has(login); more++) login = `${base}${more}`;
  return login;
}

/**
 * Puts memberships into the folder. One that goes on keeps the day on which it began; who is in another group now
 * leaves the old one today, and begins in the new one.
 */
export function addMemberships(lines: readonly MappedSheetRow[], work: RecipeWorkspace): void {
  const open = new Map<string, RowCells>();
  for (const row of work.known.rows('memberships'))
    if (!row.ends_on || row.ends_on > work.today) open.set(row.student ?? '', row);
  const isFirst = work.known.rows('memberships').length === 0;
  for (const { tables, origin } of lines) {
    const own = tables.get('memberships');
    const student = own?.student ?? '';
    if (!own?.group || !student) continue;
    const before = open.get(student);
    const isSame = before?.group === own.group;
    const group = work.known.byKey('groups', own.group);
    const first = own.starts_on || (isFirst || group?.made ? `${group?.admission_year}-09-01` : work.today);
    const starts = isSame ? (before?.starts_on ?? '') : before && first < work.today ? work.today : first;
    const columns = {
      group: origin.columns['memberships.group'] ?? '',
      starts_on: origin.columns['memberships.starts_on'] ?? '',
    };
    if (before && !isSame) addOutputRow(work, 'memberships', { ...before, ends_on: work.today }, null);
    addOutputRow(
      work,
      'memberships',
      { ...own, starts_on: starts, ends_on: isSame ? (before?.ends_on ?? '') : '' },
      { ...origin, columns },
    );
  }
}
