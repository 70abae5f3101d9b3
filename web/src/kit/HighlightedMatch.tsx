import { findFoldedMatch, foldText } from '@bilim/contract/texts.ts';
import { Fragment } from 'react';
import wording from './file-label.module.css';

/** A text in which the searched part is marked, however it was typed. */
export function HighlightedMatch({ text, mark }: { text: string; mark: string }) {
  const found = findFoldedMatch(text, mark);
  if (!found) return text;
  return (
    <>
      {text.slice(0, found.from)}
      <mark className={wording.mark}>{text.slice(found.from, found.to)}</mark>
      {text.slice(found.to)}
    </>
  );
}

/** A text in which every searched word is marked wherever it stands, however it was typed. */
export function HighlightedWords({ text, marks }: { text: string; marks: string }) {
  const words = foldText(marks).split(' ').filter(Boolean);
  const parts: { at: number; text: string; isFound: boolean }[] = [];
  let from = 0;
  while (from < text.length) {
    const rest = text.slice(from);
    const found = words
      .map((word) => findFoldedMatch(rest, word))
      .filter((one) => one !== null)
      .sort((a, b) => a.from - b.from || b.to - a.to)[0];
    if (!found) break;
    parts.push({ at: from, text: rest.slice(0, found.from), isFound: false });
    parts.push({ at: from + found.from + 0.5, text: rest.slice(found.from, found.to), isFound: true });
    from += found.to;
  }
  parts.push({ at: from, text: text.slice(from), isFound: false });
  return parts.map(({ at, text: part, isFound }) =>
    isFound ? (
      <mark key={at} className={wording.mark}>
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
