import wording from './file-label.module.css';

/** A text, and in it, from and to by turns, the places of what was searched. */
export interface TextWithHighlights {
  readonly text: string;
  readonly marks: number[];
}

/** A text in which what was searched is underlined; found letters keep their weight and colour. */
export function HighlightedText({ of: { text, marks } }: { of: TextWithHighlights }) {
  const pieces = [];
  let done = 0;
  for (let place = 0; place + 1 < marks.length; place += 2) {
    const [from = 0, to = 0] = marks.slice(place, place + 2);
    if (from < done) continue;
    pieces.push(
      text.slice(done, from),
      <mark key={from} className={wording.mark}>
        {text.slice(from, to)}
      </mark>,
    );
    done = to;
  }
  return (
    <>
      {pieces}
      {text.slice(done)}
    </>
  );
}
