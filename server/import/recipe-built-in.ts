import type { ListRecipe, MatrixRecipe, Recipe } from '@bilim/contract/recipe.ts';
import { classLabel } from './recipe-grid.ts';
import { findHeadingRow } from './recipe-list.ts';
import type { RecipeSheet } from './recipe-sheets.ts';

/** Headings under which registrars keep what a column holds; the first one is how it is called in messages. */
const words = {
  number: [
    'Номер зачётной книжки',
    '№ зачётной книжки',
    'Зачётная книжка',
    'Зачетка',
    '№ зачётки',
    'Номер зачётки',
    '№ зач. кн.',
    '№ зачетной кн.',
    'Зач. книжка',
    '№ зач. книжки',
    '№ зач. кн-ки',
    '№ зачетки',
    'Номер зач. книжки',
    'Номер зач. кн.',
    'Зач. кн.',
    '№ книжки',
    '№ студенческого билета',
    'Студ. билет',
    'Шифр',
    'Номер студенческого билета',
    '№ студ. билета',
    'Сынак китепчеси',
    'Сынак китепчесинин номери',
  ],
  code: ['Код студента', 'Код', 'Личный код', 'Номер личного дела', '№ личного дела', 'ID'],
  fullName: [
    'ФИО',
    'Ф.И.О.',
    'Ф. И. О. полностью',
    'ФИО полностью',
    'ФИО студента',
    'Ф.И.О. студента',
    'Фамилия Имя Отчество',
    'Фамилия, имя, отчество',
    'Студент',
    'Аты-жөнү',
    'Студенттин аты-жөнү',
  ],
  surname: ['Фамилия', 'Фам.', 'Фамилиясы'],
  name: ['Имя', 'Аты'],
  patronymic: ['Отчество', 'Отч.', 'Атасынын аты'],
  group: [
    'Группа',
    'Учебная группа',
    'Академическая группа',
    'Шифр группы',
    'Название группы',
    'Номер группы',
    '№ группы',
    'Гр.',
    'Группа №',
    'Уч. группа',
    'Уч. гр.',
    'Акад. группа',
    '№ гр.',
    'Топ',
    'Топтун аты',
  ],
  faculty: [
    ...['Факультет', 'Институт', 'Факультет/институт', 'Факультет (институт)', 'Подразделение', 'Факультети'],
    ...['Фак.', 'Фак-т', 'Ф-т', 'Инст.'],
  ],
  speciality: [
    'Специальность',
    'Направление',
    'Направление подготовки',
    'Направление (специальность)',
    'Специальность/направление',
    'Специальность (направление)',
    'Образовательная программа',
    'Спец.',
    'Спец-ть',
    'Напр. подготовки',
    'Направл.',
    'Адистик',
    'Адистиги',
    'Багыты',
  ],
  form: ['Форма обучения', 'Форма', 'Форма обуч.', 'Ф. об.', 'Форма об.', 'Вид обучения', 'Окуу формасы'],
  admission: [
    'Год поступления',
    'Год приёма',
    'Год зачисления',
    'Поступил',
    'Год набора',
    'Год пост.',
    'Год зач.',
    'Год приема',
    'Тапшырган жылы',
  ],
  since: [
    'Дата зачисления',
    'Дата зач.',
    'Дата приёма',
    'Зачислен',
    'Дата приказа о зачислении',
    'Дата поступления',
    'В группе с',
    'Кабыл алынган күнү',
  ],
  email: [
    'Почта',
    'Эл. адрес',
    'Адрес эл. почты',
    'Эл. почта',
    'Электронная почта',
    'E-mail',
    'Email',
    'Электрондук почта',
  ],
} as const satisfies Record<string, readonly string[]>;

/** One sheet of students as registrars keep it: person, group and faculty together. */
export const studentsRecipe: ListRecipe = {
  kind: 'list',
  name: 'students',
  covers: 'all',
  columns: [
    { from: [...words.number], to: 'students.number', how: 'text' },
    { from: [...words.code], to: 'students.code', how: 'text' },
    { from: [...words.fullName], to: 'students.surname', how: 'fullName' },
    { from: [...words.surname], to: 'students.surname', how: 'text' },
    { from: [...words.name], to: 'students.name', how: 'text' },
    { from: [...words.patronymic], to: 'students.patronymic', how: 'text' },
    { from: [...words.email], to: 'students.email', how: 'text' },
    { from: [...words.faculty], to: 'find.faculty', how: 'text' },
    { from: [...words.form], to: 'find.education_form', how: 'text' },
    { from: [...words.group], to: 'memberships.group', how: 'group' },
    { from: [...words.since], to: 'memberships.starts_on', how: 'date' },
    { from: [...words.speciality], to: 'groups.speciality', how: 'text' },
    { from: [...words.admission], to: 'groups.admission_year', how: 'year' },
  ],
};

/** A timetable with groups across the top, days and class numbers down the side. */
export const timetableRecipe: MatrixRecipe = { kind: 'matrix', name: 'timetable' };

/** Recipes that come with the portal, by their names. */
export const builtInRecipes: readonly Recipe[] = [studentsRecipe, timetableRecipe];

/** The recipe that fits the sheets best; null: none does. */
export function guessRecipe(recipes: readonly Recipe[], sheets: readonly RecipeSheet[]): Recipe | null {
  let best: { recipe: Recipe; fits: number } | null = null;
  for (const recipe of recipes) {
    const fits = Math.max(
      0,
      ...sheets.map((sheet) => (recipe.kind === 'list' ? fitOf(recipe, sheet) : isMatrix(sheet))),
    );
    if (fits > (best?.fits ?? 0)) best = { recipe, fits };
  }
  return best?.recipe ?? null;
}

const fitOf = (recipe: ListRecipe, sheet: RecipeSheet): number => findHeadingRow(recipe, sheet)?.places.size ?? 0;

const days =
  /^\s*(?:понедельник|вторник|среда|четверг|пятница|дүйшөмбү|шейшемби|шаршемби|бейшемби|жума|суббота|ишемби|пн|вт|ср|чт|пт|сб)\s*$/iu;

/** A sheet in whose first columns three days of the week stand is a timetable; two are enough beside numbers of classes. */
function isMatrix({ cells }: RecipeSheet): number {
  const rowsWith = (label: RegExp) =>
    cells.filter((row) => row.slice(0, 4).some((text) => label.test(text.replace(/\s/g, '')))).length;
  const named = rowsWith(days);
  return named >= 3 || (named === 2 && rowsWith(classLabel) >= 4) ? 3 : 0;
}
