/** A text in which the searched part is marked, whatever its case. */
export function Marked({ text, mark }: { text: string; mark: string }) {
  const wanted = mark.trim().toLocaleLowerCase();
  const at = wanted ? text.toLocaleLowerCase().indexOf(wanted) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
