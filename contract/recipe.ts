import {
  Integer,
  Array as List,
  Literal,
  Null,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Union,
  Unsafe,
  Record as Words,
} from 'typebox';

/** Ways in which a cell of a foreign sheet becomes a cell of a table. */
const transformations = [
  'text',
  'date',
  'year',
  'fullName',
  'surname',
  'name',
  'patronymic',
  'constant',
  'yesno',
  'group',
  'login',
] as const;
type Transformation = (typeof transformations)[number];

const short = (most: number) => Text({ maxLength: most });
const words = Words(Text({ maxLength: 200 }), short(200));
const common = {
  /** How people call it. */
  name: Text({ minLength: 1, maxLength: 100 }),
  /** Name of the sheet in a workbook; left out: the first that fits. */
  sheet: Optional(short(100)),
  /** Row of the headings as the spreadsheet numbers it; left out: found by the headings. */
  headerRow: Optional(Integer({ minimum: 1, maximum: 1000 })),
};

/** Where one column of a foreign sheet goes. */
const mapping = Shape({
  /** Headings under which it stands, any of them; none for a constant. */
  from: List(short(200), { maxItems: 40 }),
  /** `students.surname`; `find.faculty` and `find.education_form` only help to distinguish things of one name. */
  to: Text({ pattern: '^[a-z_]+\\.[a-z_]+$', maxLength: 80 }),
  how: Unsafe<Transformation>({ type: 'string', enum: [...transformations] }),
  /** The constant; of a login: `names` or `number`. */
  value: Optional(short(200)),
  /** What a text of the sheet stands for. */
  words: Optional(words),
});

/** A sheet with one row a thing. */
const list = Shape({
  kind: Literal('list'),
  ...common,
  /** Whether the sheet lists everybody or a part; with a part nobody is closed for not being in it. */
  covers: Union([Literal('all'), Literal('part')]),
  columns: List(mapping, { minItems: 1, maxItems: 100 }),
});

/** A timetable with groups across the top and days and class numbers down the side. */
const matrix = Shape({
  kind: Literal('matrix'),
  ...common,
  /** First calendar year of the academic year; left out: the portal's. */
  year: Optional(Union([Integer({ minimum: 2000, maximum: 2099 }), Null()])),
  /** 1 autumn, 2 spring, 3 summer; left out: the term that goes on or comes next. */
  term: Optional(Union([Integer({ minimum: 1, maximum: 3 }), Null()])),
  /** What a group, discipline, teacher, room or kind of class of the sheet stands for. */
  words: Optional(words),
});

/** How a registrar's own sheet becomes tables of the importer. */
export const recipeSchema = Union([list, matrix]);
export type ListRecipe = Static<typeof list>;
export type MatrixRecipe = Static<typeof matrix>;
export type Recipe = ListRecipe | MatrixRecipe;
export type ColumnMapping = Static<typeof mapping>;
