import { call } from './call.ts';
import { dataLimits } from './data-limits.ts';
import * as f from './fields.ts';

/** Sheets of one upload, and the bytes of each. */
const files = {
  field: 'files',
  most: dataLimits.files,
  bytes: 30 * 1024 * 1024,
  // The process that reads them holds all of them at once; so many bytes are more cells than it takes.
  together: { bytes: 64 * 1024 * 1024, refusal: 'recipes.tooMuch' },
} as const;
/** A recipe as JSON; its shape is in contract/recipe.ts. */
const recipe = () => f.text(200_000, 2);

/** What is wrong in a sheet, or should be looked at. */
const problem = f.object({
  file: f.string(),
  row: f.nullable(f.integer()),
  /** Heading of the column; in a timetable the cell, such as D14. */
  column: f.nullable(f.string()),
  sentence: f.string(),
  /** Other rows of which the same is true. */
  more: f.integer(),
  /** The word of the sheet that is not known, and what looks like it. */
  value: f.nullable(f.string()),
  similar: f.array(f.string()),
});

/** For who holds `import`: how a registrar's own sheets become the importer's tables, mapped once and used again. */
export const recipes = {
  /** Those that come with the portal first, then the saved ones, newest first. */
  list: call({
    path: '/api/recipes/list.json',
    method: 'POST',
    access: 'import',
    reads: true,
    input: f.noFields(),
    output: f.array(
      f.object({
        /** 0: it comes with the portal. */
        id_recipe: f.integer(),
        name: f.string(),
        recipe: f.string(),
        by: f.nullable(f.string()),
        at: f.nullable(f.timestamp()),
      }),
    ),
  }),
  /** Looks into sheets: their headings with samples, and the recipe that fits them. */
  look: call({
    path: '/api/recipes/look.json',
    method: 'POST',
    access: 'import',
    own: true,
    often: 60,
    oftenAs: 'recipes',
    files,
    /** Row of the headings as the spreadsheet numbers it; left out: it is found. */
    input: f.object({ headerRow: f.optionalWholeNumber(1, 1000) }),
    output: f.array(
      f.object({
        /** Null: none fits. */
        recipe: f.nullable(f.string()),
        sheets: f.array(
          f.object({
            place: f.string(),
            /** Which table of the portal it is and goes along as; null: a foreign sheet, whose columns are mapped. */
            table: f.nullable(f.string()),
            encoding: f.nullable(f.string()),
            rows: f.integer(),
            merged: f.integer(),
            headerRow: f.integer(),
            columns: f.array(f.object({ letters: f.string(), heading: f.string(), samples: f.array(f.string()) })),
          }),
        ),
        problems: f.array(problem),
        /** What a column may be mapped to: `students.surname`, and whether a sheet without it is of no use. */
        targets: f.array(f.object({ to: f.string(), how: f.string() })),
      }),
    ),
  }),
  /** Makes the tables and changes nothing: faults, or a ZIP of CSV files. */
  apply: call({
    path: '/api/recipes/apply.json',
    method: 'POST',
    access: 'import',
    own: true,
    often: 60,
    oftenAs: 'recipes',
    files,
    input: f.object({ recipe: recipe() }),
    output: f.array(
      f.object({
        faults: f.array(problem),
        /** How many rows that are; `faults` lists equal ones once, at most 300. */
        faultCount: f.integer(),
        remarks: f.array(problem),
        tables: f.array(f.object({ table: f.string(), rows: f.integer() })),
        /** In base 64; null: there are faults. */
        zip: f.nullable(f.string()),
      }),
    ),
  }),
  /** Saves a recipe under its name, in the place of a saved one that is called so. */
  save: call({
    path: '/api/recipes/save.json',
    method: 'POST',
    access: 'import',
    idempotent: true,
    input: f.object({ recipe: recipe() }),
    output: f.array(f.object({ id_recipe: f.integer() })),
  }),
  remove: call({
    path: '/api/recipes/remove.json',
    method: 'POST',
    access: 'import',
    input: f.object({ id_recipe: f.id('int') }),
    output: f.writeResult(),
  }),
};
