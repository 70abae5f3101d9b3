import { foldText } from '@bilim/contract/texts.ts';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { surnameAndName } from '../../kit/person.ts';
import type { Conversation } from './chat.address.ts';
import { type GroupMember, useGroupMembers } from './marks.data.ts';

/** Members that are offered at once. */
const offered = 5;

/** The beginning of a name that is being typed behind an `@`: where it begins, and what was typed of it. */
const typing = /(?:^|\s)@([\p{L} ]{0,40})$/u;

/** What the field of a message is for everybody. */
export interface MessageFieldProps {
  rows: 1;
  placeholder: string;
  'aria-label': string;
  'aria-describedby': string;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** The field of the message. */
export interface MentioningField {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  /** Called with whose name was put in. */
  onMention: (id: number, name: string) => void;
}

/** Offers the members of a group while a name is typed behind an `@`; the chosen one's name takes its place. */
export function useMentionList(of: Conversation, { area, text, setText, onMention }: MentioningField) {
  const [caret, setCaret] = useState(0);
  const [dismissed, setDismissed] = useState('');
  const begun = of.isGroup ? typing.exec(text.slice(0, caret))?.[1] : undefined;
  const people = useGroupMembers(of, begun !== undefined).data;
  const wanted = foldText(begun ?? '');
  const found =
    begun === undefined || dismissed === text
      ? []
      : (people ?? []).filter(
          ({ fio }) => foldText(surnameAndName(fio)).startsWith(wanted) && surnameAndName(fio) !== begun.trim(),
        );
  const choose = ({ idid, fio }: GroupMember) => {
    onMention(idid, surnameAndName(fio));
    const start = caret - (begun ?? '').length;
    const name = `${surnameAndName(fio)} `;
    const next = text.slice(0, start) + name + text.slice(caret);
    // The caret is behind the name before the next key comes.
    flushSync(() => {
      setText(next);
      setDismissed(next);
    });
    const end = start + name.length;
    area.current?.focus();
    area.current?.setSelectionRange(end, end);
  };

  return {
    shown: found.slice(0, offered),
    choose,
    /** Follows the caret. */
    onCaret: () => setCaret(area.current?.selectionStart ?? 0),
    dismiss: () => setDismissed(text),
  };
}
