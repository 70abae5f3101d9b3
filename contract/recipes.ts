import { call } from './call.ts';
import * as f from './fields.ts';

/** Sheets of one upload, and the bytes of each. */
const files = { field: 'files', most: 10, bytes: 30 * 1024 * 1024 } as const;
/** A recipe as JSON; its shape is in contract/recipe.ts. */
const recipe = () => f.text(200_000, 2);

/** What is wrong in a sheet, or should be looked at. */
const problem = f.shape({
  file: f.str(),
  row: f.nullable(f.int()),
  /** Heading of the column; in a timetable the cell, such as D14. */
  column: f.nullable(f.str()),
  sentence: f.str(),
  /** Other rows of which the same is true. */
  more: f.int(),
  /** The word of the sheet that is not known, and what looks like it. */
  value: f.nullable(f.str()),
  similar: f.rows(f.str()),
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
    output: f.rows(
      f.shape({
        /** 0: it comes with the portal. */
        id_recipe: f.int(),
        name: f.str(),
        recipe: f.str(),
        by: f.nullable(f.str()),
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
    input: f.shape({ headerRow: f.optionalWholeNumber(1, 1000) }),
    output: f.rows(
      f.shape({
        /** Null: none fits. */
        recipe: f.nullable(f.str()),
        sheets: f.rows(
          f.shape({
            place: f.str(),
            encoding: f.nullable(f.str()),
            rows: f.int(),
            merged: f.int(),
            headerRow: f.int(),
            columns: f.rows(f.shape({ letters: f.str(), heading: f.str(), samples: f.rows(f.str()) })),
          }),
        ),
        problems: f.rows(problem),
        /** What a column may be mapped to: `students.surname`, and whether a sheet without it is of no use. */
        targets: f.rows(f.shape({ to: f.str(), how: f.str() })),
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
    input: f.shape({ recipe: recipe() }),
    output: f.rows(
      f.shape({
        faults: f.rows(problem),
        /** How many rows that are; `faults` lists equal ones once, at most 300. */
        faultCount: f.int(),
        remarks: f.rows(problem),
        tables: f.rows(f.shape({ table: f.str(), rows: f.int() })),
        /** In base 64; null: there are faults. */
        zip: f.nullable(f.str()),
      }),
    ),
  }),
  /** Saves a recipe under its name, in the place of a saved one that is called so. */
  save: call({
    path: '/api/recipes/save.json',
    method: 'POST',
    access: 'import',
    idempotent: true,
    input: f.shape({ recipe: recipe() }),
    output: f.rows(f.shape({ id_recipe: f.int() })),
  }),
  remove: call({
    path: '/api/recipes/remove.json',
    method: 'POST',
    access: 'import',
    input: f.shape({ id_recipe: f.id('int') }),
    output: f.writeResult(),
  }),
};
