import { lazy, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { useAutoHeight } from '../../kit/useAutoHeight.ts';
import type { Conversation } from './chat.address.ts';
import type { MentioningField, MessageFieldProps } from './useMentionList.ts';

/** Comes when a group is written to: most conversations are with one person. */
const MentionField = lazy(() => import('./MentionField.tsx'));

type Props = MessageFieldProps & MentioningField & { of: Conversation };

/** The field in which a message is written; in a group it offers members behind an `@`. */
export function MessageField({ of, ...field }: Props) {
  const caret = useRef<readonly [number, number] | null>(null);
  const { onMention: _, ...plain } = field;
  if (!of.isGroup) return <PlainField {...plain} caret={caret} />;
  return (
    <Suspense fallback={<PlainField {...plain} caret={caret} />}>
      <MentionField {...field} of={of} caret={caret} />
    </Suspense>
  );
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
