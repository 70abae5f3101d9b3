/** As much of an entry as totals need. */
export interface CountedEntry {
  readonly isVisited: boolean | null;
  /** The mark's number; null for none and for letters. */
  readonly otsenka_ball: number | null;
}

export interface StudentTotals {
  readonly absences: number;
  readonly sum: number;
  /** Sum divided by the columns that concern the student, two decimals; null without columns. */
  readonly average: number | null;
  /** Mean of the marks that were given, two decimals; null without marks. */
  readonly mean: number | null;
}

const rounded = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100;

/** Average and mean from a sum: over the columns that concern the student, and over the marks given (docs/rules.md#journal). */
export function computeAverages(sum: number, columns: number, given: number): Pick<StudentTotals, 'average' | 'mean'> {
  return { average: columns ? rounded(sum / columns) : null, mean: given ? rounded(sum / given) : null };
}

/** Totals of one student over what is entered; `columns`: how many columns concern the student. */
export function computeStudentTotals(entries: Iterable<CountedEntry>, columns: number): StudentTotals {
  let absences = 0;
  let sum = 0;
  let given = 0;
  for (const { isVisited, otsenka_ball } of entries) {
    if (isVisited === false) absences++;
    else if (otsenka_ball !== null) {
      sum += otsenka_ball;
      given++;
    }
  }
  return { absences, sum: rounded(sum), ...computeAverages(sum, columns, given) };
}

/** Sum and average as they are shown: without a mark there is nothing to add up, and a nought would read as a bad result. */
export const toDisplayedTotals = ({
  sum,
  average,
  mean,
}: StudentTotals): { sum: number | null; average: number | null } =>
  mean === null ? { sum: null, average: null } : { sum, average };
