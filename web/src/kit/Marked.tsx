import { findFolded } from '@bilim/contract/texts.ts';

/** A text in which the searched part is marked, however it was typed. */
export function Marked({ text, mark }: { text: string; mark: string }) {
  const found = findFolded(text, mark);
  if (!found) return text;
  return (
    <>
      {text.slice(0, found.from)}
      <mark>{text.slice(found.from, found.to)}</mark>
      {text.slice(found.to)}
    </>
  );
}
