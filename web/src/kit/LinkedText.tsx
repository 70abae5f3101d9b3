import { Fragment } from 'react';

/** Addresses in a text; what closes a sentence or a bracket is not part of them. */
const address = /https?:\/\/[^\s<>"«»]+[^\s<>"«».,;:!?)\]}'…]/gi;

/** A person's text as text: markup does nothing, line breaks stay, web addresses are links (CHAT-13). */
export function LinkedText({ children }: { children: string }) {
  const parts: { at: number; text: string; link: boolean }[] = [];
  let from = 0;
  for (const { 0: link, index } of children.matchAll(address)) {
    parts.push({ at: from, text: children.slice(from, index), link: false }, { at: index, text: link, link: true });
    from = index + link.length;
  }
  parts.push({ at: from, text: children.slice(from), link: false });
  return parts.map(({ at, text, link }) =>
    link ? (
      <a key={at} href={text} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}
