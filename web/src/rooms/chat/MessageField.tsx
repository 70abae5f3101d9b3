import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createLazyPart } from '../../core/lazy.ts';
import { useAutoHeight } from '../../kit/useAutoHeight.ts';
import type { Conversation } from './chat.address.ts';
import type { MentioningField, MessageFieldProps } from './useMentionList.ts';

/** Comes when a group is written to, most conversations are with one person; without a network the plain field stays. */
const mentionField = createLazyPart(() => import('./MentionField.tsx'));

type Props = MessageFieldProps & MentioningField & { of: Conversation };

/** The field in which a message is written; in a group it offers members behind an `@`. */
export function MessageField({ of, ...field }: Props) {
  const caret = useRef<readonly [number, number] | null>(null);
  const { onMention: _, ...plain } = field;
  const MentionField = mentionField.use()?.default;
  useEffect(() => {
    if (of.isGroup) void mentionField.fetch();
  }, [of.isGroup]);
  if (!of.isGroup || !MentionField) return <PlainField {...plain} caret={caret} />;
  return <MentionField {...field} of={of} caret={caret} />;
}

interface PlainFieldProps extends MessageFieldProps, Omit<MentioningField, 'onMention'> {
  /** Keeps the caret for the field that takes the place of this one. */
  caret: RefObject<readonly [number, number] | null>;
}

function PlainField({ area, text, setText, caret, ...field }: PlainFieldProps) {
  useLayoutEffect(() => {
    const textarea = area.current;
    return () => {
      if (textarea && textarea === document.activeElement)
        caret.current = [textarea.selectionStart, textarea.selectionEnd];
    };
  }, [area, caret]);
  useAutoHeight(area, text);
  return <textarea {...field} ref={area} value={text} onChange={(event) => setText(event.target.value)} />;
}
