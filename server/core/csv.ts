/** The first sign of a CSV file, so that spreadsheet programs read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Rows as lines of CSV; formulas are made harmless. */
export function formatCsvLines(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => {
    const plain = String(value);
    const harmless = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
    return /[",;\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Rows as a whole CSV file. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + formatCsvLines(rows);
