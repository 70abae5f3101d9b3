import { limits } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAtom } from '../../core/atom.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { type ChosenFile, isFileAllowed } from '../../kit/upload/ChosenFileList.tsx';
import type { Conversation } from './chat.address.ts';
import { sendMessage, useEditMessage } from './chat.data.ts';
import { readDraft, storeDraft } from './drafts.ts';
import type { Message } from './loaded-messages.ts';
import { focusOpenConversation } from './useInboxKeys.ts';

/** The message that is answered or edited. */
export interface ReferredMessage {
  readonly action: 'reply' | 'edit';
  readonly message: Message;
}

/** The surroundings of the line to write in. */
export interface MessageComposerContext {
  of: Conversation;
  /** How the conversation is called. */
  title: string;
  about: ReferredMessage | null;
  /** Files that were dropped onto the conversation, each time another list. */
  dropped: readonly File[];
  onAboutEnd: () => void;
  /** Edits the last own message, if that may still be done. */
  onEditLast: () => void;
}

/** Length as the server counts it: Unicode code points, composed. */
const lengthOf = (text: string) => [...text.normalize('NFC')].length;

/** A message while it is written: its text and files, whether it may be sent, and sending or saving it. */
export function useMessageComposer({ of, title, about, dropped, onAboutEnd, onEditLast }: MessageComposerContext) {
  const { mobile } = useAtom(screenState);
  const area = useRef<HTMLTextAreaElement>(null);
  /** Who was chosen from the list of members, with the name that is in the text. */
  const chosen = useRef(new Map<number, string>());
  const { text, setText, forget } = useText(of.key, about);
  const { files, filesFit, rule, add, remove, clear } = useFiles(dropped);
  const [sending, setSending] = useState(false);
  const edit = useEditing(of, about);
  useFocus(area, about, mobile);

  const editing = about?.action === 'edit';
  const length = lengthOf(text);
  const tooLong = length > limits.messageLength;
  const ready = (!isBlank(text) || (!editing && files.length > 0)) && !tooLong && filesFit && !sending;

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!ready) return;
    if (about?.action === 'edit') {
      edit.save(about.message.id_message, text, onAboutEnd);
      return;
    }
    setSending(true);
    try {
      await sendMessage(of, {
        ...{ title, message: text, files: files.map(({ file }) => file) },
        replyTo: about?.message ?? null,
        mentions: [...chosen.current].flatMap(([id, name]) => (text.includes(`@${name}`) ? [id] : [])),
      });
      chosen.current.clear();
      // What was typed or chosen meanwhile belongs to the next message.
      forget(text);
      clear(files);
      onAboutEnd();
    } finally {
      setSending(false);
      area.current?.focus();
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') about ? onAboutEnd() : focusOpenConversation();
    if (event.key === 'ArrowUp' && !about && text === '') {
      // The key itself would move the caret up in the text that comes.
      event.preventDefault();
      onEditLast();
    }
    if (event.key !== 'Enter' || event.shiftKey || mobile || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  const onMention = (id: number, name: string) => chosen.current.set(id, name);
  return {
    area,
    text,
    setText,
    length,
    tooLong,
    files,
    rule,
    add,
    remove,
    edit,
    editing,
    ready,
    submit,
    onKey,
    onMention,
  };
}

/** The text of the line: the draft, which is kept; while a message is edited the draft waits behind its text. */
function useText(conversation: string, about: ReferredMessage | null) {
  const [draft, setDraft] = useState(() => readDraft(conversation));
  const [edited, setEdited] = useState<{ of: ReferredMessage | null; text: string } | null>(null);
  useEffect(() => storeDraft(conversation, draft), [conversation, draft]);
  const editing = about?.action === 'edit';
  return {
    text: !editing ? draft : edited?.of === about ? edited.text : about.message.message,
    setText: (now: string) => (editing ? setEdited({ of: about, text: now }) : setDraft(now)),
    /** Empties the line, unless something else was typed meanwhile. */
    forget: (sent: string) => setDraft((now) => (now === sent ? '' : now)),
  };
}

/** The files that go with the message. */
function useFiles(dropped: readonly File[]) {
  const { config } = useAtom(session);
  const rule = { limitMb: config?.fileLimitMb ?? 50, most: config?.fileCount ?? limits.fileCount };
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const add = (chosen: Iterable<File>) => {
    // Now, not later: the field's own list is emptied for the next choice.
    const added = [...chosen].map((file) => ({ id: randomUuid(), file }));
    setFiles((now) => [...now, ...added]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was dropped is added
  useEffect(() => add(dropped), [dropped]);
  return {
    files,
    rule,
    filesFit: files.length <= rule.most && files.every(({ file }) => isFileAllowed(file, rule)),
    add,
    remove: (id: string) => setFiles((now) => now.filter((one) => one.id !== id)),
    clear: (sent: readonly ChosenFile[]) => setFiles((now) => now.filter((one) => !sent.includes(one))),
  };
}

/** Saves an edited message; each time that editing begins has its own key. */
function useEditing(of: Conversation, about: ReferredMessage | null) {
  const key = useRef(randomUuid());
  const edit = useEditMessage(of);
  useEffect(() => {
    if (about) key.current = randomUuid();
  }, [about]);
  return {
    error: edit.error,
    isError: edit.isError,
    isPending: edit.isPending,
    save: (id: number, message: string, onSuccess: () => void) =>
      edit.mutate({ id, message, key: key.current }, { onSuccess }),
  };
}

/** The line has the focus when answering or editing begins; on the desktop also when the conversation opens. */
function useFocus(area: RefObject<HTMLTextAreaElement | null>, about: ReferredMessage | null, mobile: boolean): void {
  useEffect(() => {
    if (about) area.current?.focus();
  }, [area, about]);
  useEffect(() => {
    if (!mobile) area.current?.focus({ preventScroll: true });
  }, [area, mobile]);
}
