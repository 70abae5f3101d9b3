import { Fragment } from 'react';
import { HighlightedWords } from '../../kit/HighlightedMatch.tsx';
import { LinkedText } from '../../kit/LinkedText.tsx';
import styles from './MessageBubble.module.css';
import type { MessageAnnotations } from './marks.data.ts';

interface Props {
  text: string;
  mentions?: MessageAnnotations['mentions'] | undefined;
  /** The words by which the message was found; '' when nobody searches. */
  found: string;
}

/** The text of a message: links are links, members whom it names stand out; of a found one the words by which it was. */
export function MessageText({ text, mentions = [], found }: Props) {
  if (found) return <HighlightedWords text={text} marks={found} />;
  const names = mentions.map(({ name }) => `@${name}`);
  return parts(text, names).map(({ at, part, isName }) =>
    isName ? (
      <b key={at} className={styles.mention}>
        {part}
      </b>
    ) : (
      <Fragment key={at}>
        <LinkedText>{part}</LinkedText>
      </Fragment>
    ),
  );
}

/** The text cut at the names, which are parts of their own. */
function parts(text: string, names: readonly string[]) {
  const all: { at: number; part: string; isName: boolean }[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const name = names.find((one) => text.startsWith(one, at));
    if (!name) continue;
    all.push({ at: from, part: text.slice(from, at), isName: false }, { at: at + 0.5, part: name, isName: true });
    at += name.length - 1;
    from = at + 1;
  }
  all.push({ at: from, part: text.slice(from), isName: false });
  return all;
}
