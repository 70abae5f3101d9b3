/** Characters that are kept of one file. */
export const maxExtractedCharacters = 12_000_000;
/** Beginnings of elements and entities that are looked at in one file: a full workbook of the largest size has fewer. */
const maxMarkupSigns = 10_000_000;
const less = '<'.charCodeAt(0);
const ampersand = '&'.charCodeAt(0);

/**
 * What one file may take of whoever reads its markup, all of its parts together. A reader spends its time on elements and
 * entities, seen or not, so these are counted besides the letters that are kept.
 */
export class ExtractionBudget {
  #letters: number;
  #signs: number;

  constructor(letters = maxExtractedCharacters, signs = maxMarkupSigns) {
    this.#letters = letters;
    this.#signs = signs;
  }

  /** Whether as many letters as may be kept were kept: what follows would be read in vain. */
  get isSpent(): boolean {
    return this.#letters <= 0;
  }

  /** As much of a piece, from its beginning, as may still be kept; it counts from now on. */
  keep(piece: string): string {
    const kept = piece.length > this.#letters ? piece.slice(0, this.#letters) : piece;
    this.#letters -= kept.length;
    return kept;
  }

  /** As much of the markup, from its beginning, as may still be looked at. */
  lookAt(markup: string): string {
    for (let at = 0; at < markup.length; at++) {
      const sign = markup.charCodeAt(at);
      if ((sign === less || sign === ampersand) && --this.#signs < 0) return markup.slice(0, at);
    }
    return markup;
  }
}

/** Pieces of a text in order, as long as the budget of their file lasts. */
export class BoundedText {
  readonly #budget: ExtractionBudget;
  #pieces: string[] = [];

  constructor(budget: ExtractionBudget) {
    this.#budget = budget;
  }

  /** Keeps a piece, or what may be kept of it. */
  push(piece: string): void {
    const kept = this.#budget.keep(piece);
    if (kept) this.#pieces.push(kept);
  }

  /** Hands the text over and begins the next one. */
  take(): string {
    const text = this.#pieces.join('');
    this.#pieces = [];
    return text;
  }
}
