import { limits } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { toFailure } from '../core/failure.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { randomUuid } from '../core/randomUuid.ts';
import { session } from '../core/session.ts';
import { useFailureText } from '../kit/failureText.ts';
import { showToast } from '../kit/Toast.tsx';
import { type ChosenFile, isFileAllowed } from '../kit/upload/ChosenFileList.tsx';
import {
  type ChosenAudience,
  type NewsFeedItem,
  useAudienceSize,
  useDeleteAnnouncement,
  useSendAnnouncement,
} from './announcement.data.ts';
import {
  type DraftAudience,
  draftFromAnnouncement,
  emptyDraft,
  type NewsDraft,
  openDraftInComposer,
  openedNewsDraft,
  readNewsDraft,
  storeNewsDraft,
} from './draft.ts';

const roles: Record<DraftAudience, number> = { all: -1, teachers: 1, students: 2, faculties: -1 };

function audienceOf({ to, faculties }: NewsDraft): ChosenAudience {
  return { id_humanTypeFor: roles[to], ...(to === 'faculties' && { id_faculty: faculties }) };
}

/**
 * An announcement while it is written: its text, audience and files, whether it is complete, and publishing it.
 * `unfolded`: its form is never folded.
 */
export function useAnnouncementForm(unfolded: boolean) {
  const { config } = useAtom(session);
  const rule = { limitMb: config?.fileLimitMb ?? 50, most: config?.fileCount ?? limits.fileCount };
  const [draft, setDraft] = useState(readNewsDraft);
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [open, setOpen] = useState(unfolded || Boolean(draft.message || draft.earlier));
  const [isPreviewed, setPreviewed] = useState(false);
  const key = useRef(randomUuid());
  const hasAudience = draft.to !== 'faculties' || draft.faculties.length > 0;
  const readers = useAudienceSize(audienceOf(draft), open && hasAudience);
  useEffect(() => storeNewsDraft(draft), [draft]);
  const taken = useAtom(openedNewsDraft);
  useEffect(() => {
    if (!taken) return;
    openedNewsDraft.set(null);
    key.current = randomUuid();
    setDraft(taken);
    setOpen(true);
    setPreviewed(false);
  }, [taken]);
  const earlier = draft.earlier?.files ?? [];

  /** Another text, audience or file is another announcement: its key is new. */
  const change = (part: Partial<NewsDraft>) => {
    key.current = randomUuid();
    setDraft((now) => ({ ...now, ...part }));
  };
  const changeFiles = (next: (now: ChosenFile[]) => ChosenFile[]) => {
    key.current = randomUuid();
    setFiles(next);
    setOpen(true);
  };
  const hasContent = !isBlank(draft.message) || files.length + earlier.length > 0;
  const filesFit = earlier.length + files.length <= rule.most && files.every(({ file }) => isFileAllowed(file, rule));

  return {
    draft,
    change,
    files,
    rule,
    addFiles: (chosen: readonly File[]) =>
      changeFiles((now) => [...now, ...chosen.map((file) => ({ id: randomUuid(), file }))]),
    earlier,
    removeEarlier: (id: number) =>
      change({
        earlier: draft.earlier && { ...draft.earlier, files: earlier.filter((one) => one.id !== id) },
      }),
    removeFile: (id: string) => changeFiles((now) => now.filter((one) => one.id !== id)),
    open,
    unfold: () => setOpen(true),
    /** Folds the form; what was written is gone. */
    discard: () => {
      setOpen(unfolded);
      setPreviewed(false);
      setFiles([]);
      change(emptyDraft);
    },
    readers,
    hasContent,
    /** Shown as its readers will see it; what is written stays in its fields. */
    isPreviewed: isPreviewed && hasContent,
    setPreviewed,
    ready: hasContent && filesFit && [...draft.message].length <= limits.newsLength && hasAudience,
    key,
  };
}

/** Milliseconds in which what was published is taken back by a press. */
const undoable = 10_000;

/** Publishes an announcement with its files; says how far they are and what failed. */
export function useSubmitAnnouncementForm(announcement: ReturnType<typeof useAnnouncementForm>) {
  const { t } = useTranslation('news');
  const connected = useAtom(isPortalReachable);
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const insert = useSendAnnouncement();
  const remove = useDeleteAnnouncement();
  const failureText = useFailureText();
  const { draft, files, ready, key, discard } = announcement;

  /** Says something of what was just published, and makes it a draft again on a press, before whatever is written by now. */
  const offerUndo = (text: string, item: NewsFeedItem, urgent: boolean, removalKey: string) => {
    const earlier = draftFromAnnouncement(item);
    if (!earlier) return showToast(text);
    const undo = async () => {
      try {
        await remove.mutateAsync({ id: item.id_eventMessage, key: removalKey });
        openDraftInComposer(earlier, urgent);
        showToast(t('deleted'));
      } catch (failure) {
        // It may still stand, so the offer does too.
        offerUndo(failureText(toFailure(failure)), item, urgent, removalKey);
      }
    };
    showToast(text, { name: t('undo'), run: () => void undo(), duration: undoable });
  };
  const close = () => {
    discard();
    insert.reset();
  };
  const publish = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || insert.isPending || !connected) return;
    sending.current = new AbortController();
    if (files.length) setProgress(0);
    insert.mutate(
      {
        input: {
          ...audienceOf(draft),
          message: draft.message,
          urgent: draft.urgent,
          ...(draft.earlier && { id_deleted: draft.earlier.id, id_file: draft.earlier.files.map(({ id }) => id) }),
        },
        files: files.map(({ file }) => file),
        key: key.current,
        signal: sending.current.signal,
        onProgress: (sent, total) => setProgress(total ? sent / total : 0),
      },
      {
        onSuccess: ([published]) => {
          close();
          if (published) offerUndo(t('published'), published, draft.urgent, randomUuid());
        },
        onSettled: () => setProgress(null),
      },
    );
  };

  return {
    publish,
    close,
    cancel: () => sending.current?.abort(),
    progress,
    isPending: insert.isPending,
    mayPublish: ready && connected,
    failure: insert.error ? toFailure(insert.error) : null,
  };
}
