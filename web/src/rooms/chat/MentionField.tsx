import { Autocomplete } from '@base-ui/react/autocomplete';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/Avatar.tsx';
import { formatNameWithHint, surnameAndName } from '../../kit/person.ts';
import { useAutoHeight } from '../../kit/useAutoHeight.ts';
import type { Conversation } from './chat.address.ts';
import styles from './MessageComposer.module.css';
import type { GroupMember } from './marks.data.ts';
import { type MentioningField, type MessageFieldProps, useMentionList } from './useMentionList.ts';

interface Props extends MessageFieldProps, MentioningField {
  of: Conversation;
  /** Where the caret was in the field whose place this one takes, if one was writing there. */
  caret: RefObject<readonly [number, number] | null>;
}

/** The keys that the open list takes; all others are the message's. */
const listKeys: readonly string[] = ['ArrowDown', 'ArrowUp', 'Enter'];

/** A field of several lines may not be a combobox (ARIA in HTML); it may say which row is highlighted. */
const noCombobox = { role: undefined, 'aria-expanded': undefined };

/** The field of a message to a group: a name that begins behind an `@` is chosen from the members. */
export default function MentionField({ of, area, text, setText, onMention, caret, onKeyDown, ...field }: Props) {
  const { t } = useTranslation('chat');
  const { shown, choose, onCaret, dismiss } = useMentionList(of, { area, text, setText, onMention });
  const highlighted = useRef<GroupMember>(undefined);
  useLayoutEffect(() => {
    if (!caret.current) return;
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(...caret.current);
  }, [area, caret]);
  useAutoHeight(area, text);
  const isOpen = shown.length > 0;
  return (
    <Autocomplete.Root
      inline
      open={isOpen}
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={shown}
      itemToStringValue={({ fio }) => surnameAndName(fio)}
      value={text}
      // Only the beginning of a name is replaced by who is chosen, not the whole message.
      onValueChange={(next, { reason }) => reason === 'input-change' && setText(next)}
      onItemHighlighted={(member) => {
        highlighted.current = member;
      }}
    >
      {isOpen && (
        <Autocomplete.List aria-label={t('mention')} className={styles.mentions}>
          {shown.map((member) => (
            <Autocomplete.Item
              key={member.idid}
              value={member}
              // The library says who is highlighted to the eye alone.
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
              render={(props, state) => <div {...props} role="option" aria-selected={state.highlighted} />}
              onClick={() => choose(member)}
            >
              <Avatar id={member.idid} fullName={member.fio} size="xs" />
              <span translate="no">{formatNameWithHint(member.fio, member.apart)}</span>
            </Autocomplete.Item>
          ))}
        </Autocomplete.List>
      )}
      <Autocomplete.Input
        render={<textarea {...field} {...noCombobox} ref={area} />}
        onChange={onCaret}
        onSelect={onCaret}
        onKeyDown={(event) => {
          if (isOpen && listKeys.includes(event.key)) return;
          event.preventBaseUIHandler();
          if (isOpen && (event.key === 'Escape' || event.key === 'Tab')) {
            event.preventDefault();
            if (event.key === 'Escape') dismiss();
            else if (highlighted.current) choose(highlighted.current);
          } else onKeyDown(event);
        }}
      />
    </Autocomplete.Root>
  );
}
