import { Fragment } from 'react';
import { insertSoftHyphens, isLongLatinWord } from './insertSoftHyphens.ts';
import styles from './WholeWordText.module.css';

/** Between words; a number or a letter at the end of a name stays with the word before it, of two short ones both together. */
const gaps = / (?!\S{1,2}(?: (?!\S{1,2}(?: |$))|$))/;

/**
 * A text in a narrow place: a word goes to the next line as a whole, and is divided only where it is longer than a line.
 * Left alone the browser divides it to fill the line before.
 */
export function WholeWordText({ children }: { children: string }) {
  return children.split(gaps).map((piece, place) => {
    const word = piece.replaceAll(' ', '\u00a0');
    const parts = insertSoftHyphens(word);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word is what is at its place
      <Fragment key={place}>
        {place > 0 && ' '}
        {parts === word && !isLongLatinWord(word) ? word : <span className={styles.word}>{parts}</span>}
      </Fragment>
    );
  });
}
