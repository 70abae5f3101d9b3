import check from 'icon:check-bold';
import { limits } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { asFailure } from '../../core/failure.ts';
import { pluralForm } from '../../core/i18n.ts';
import { newKey } from '../../core/newKey.ts';
import { online } from '../../core/online.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { type Chosen, FileButton, FileTray, fits } from '../../kit/FileTray.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Note } from '../../kit/Note.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './Composer.module.css';
import { type Draft, emptyDraft, keepDraft, readDraft, type To } from './draft.ts';
import { type Audience, useFaculties, useInsert, useReaders } from './news.data.ts';

const roles: Record<To, number> = { all: -1, teachers: 1, students: 2, faculties: -1 };

function audienceOf({ to, faculties }: Draft): Audience {
  return { id_humanTypeFor: roles[to], ...(to === 'faculties' && { id_faculty: faculties }) };
}

/** The writing form: one line while closed; open with files, audience, count of readers. */
export default function Composer() {
  const { t } = useTranslation('news');
  const words = useFailureText();
  const connected = useCell(online);
  const { config } = useCell(session);
  const rule = { limitMb: config?.fileLimitMb ?? 50, most: config?.fileCount ?? limits.fileCount };
  const [draft, setDraft] = useState(readDraft);
  const [files, setFiles] = useState<Chosen[]>([]);
  const [open, setOpen] = useState(Boolean(draft.message));
  const [progress, setProgress] = useState<number | null>(null);
  const key = useRef(newKey());
  const sending = useRef<AbortController | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = useInsert();
  const readers = useReaders(audienceOf(draft), open && (draft.to !== 'faculties' || draft.faculties.length > 0));

  useEffect(() => keepDraft(draft), [draft]);
  // The field grows with its text, up to the height that the style allows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useEffect(() => {
    if (!area.current) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  }, [draft.message, open]);

  /** Another text, audience or file is another announcement: its key is new. */
  const change = (part: Partial<Draft>) => {
    key.current = newKey();
    setDraft((now) => ({ ...now, ...part }));
  };
  const changeFiles = (next: (now: Chosen[]) => Chosen[]) => {
    key.current = newKey();
    setFiles(next);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setFiles([]);
    change(emptyDraft);
    insert.reset();
  };

  const filesFit = files.length <= rule.most && files.every(({ file }) => fits(file, rule));
  const ready =
    (!isBlank(draft.message) || files.length > 0) &&
    filesFit &&
    [...draft.message].length <= limits.newsLength &&
    (draft.to !== 'faculties' || draft.faculties.length > 0);

  const publish = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || insert.isPending || !connected) return;
    sending.current = new AbortController();
    if (files.length) setProgress(0);
    insert.mutate(
      {
        input: { ...audienceOf(draft), message: draft.message },
        files: files.map(({ file }) => file),
        key: key.current,
        signal: sending.current.signal,
        onProgress: (sent, total) => setProgress(total ? sent / total : 0),
      },
      {
        onSuccess: () => {
          close();
          toast(t('published'));
        },
        onSettled: () => setProgress(null),
      },
    );
  };

  const failure = insert.error ? asFailure(insert.error) : null;
  return (
    <form
      className={classes(card.card, styles.compose, open && styles.open)}
      aria-label={t('compose')}
      onSubmit={publish}
    >
      <textarea
        ref={area}
        rows={1}
        aria-label={t('text')}
        placeholder={t('placeholder')}
        value={draft.message}
        readOnly={insert.isPending}
        onFocus={() => setOpen(true)}
        onChange={(event) => change({ message: event.target.value })}
      />
      <FileTray
        chosen={files}
        rule={rule}
        disabled={insert.isPending}
        onRemove={(id) => changeFiles((now) => now.filter((one) => one.id !== id))}
      />
      {open && <AudienceChoice draft={draft} onChange={change} readers={readers} />}
      {failure && failure.kind !== 'CANCEL_ERROR' && <Note tone="bad">{words(failure)}</Note>}
      {progress !== null && (
        <Progress label={t('uploading')} part={progress} onCancel={() => sending.current?.abort()} />
      )}
      <div className={styles.bar}>
        <FileButton
          disabled={insert.isPending}
          onChoose={(chosen) => changeFiles((now) => [...now, ...chosen.map((file) => ({ id: newKey(), file }))])}
        />
        {!open && <span className={styles.to}>{t('toAll')}</span>}
        <span className={styles.ends}>
          {open && (
            <Button look="quiet" disabled={insert.isPending} onClick={close}>
              {t('common:cancel')}
            </Button>
          )}
          <Button
            look="primary"
            type="submit"
            disabled={!ready || !connected}
            busy={insert.isPending && t('publishing')}
          >
            {t('publish')}
          </Button>
        </span>
      </div>
    </form>
  );
}

interface ChoiceProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  readers: number | undefined;
}

function AudienceChoice({ draft, onChange, readers }: ChoiceProps) {
  const { t } = useTranslation('news');
  const faculties = useFaculties(draft.to === 'faculties');
  const toggle = (id: number) =>
    onChange({
      faculties: draft.faculties.includes(id) ? draft.faculties.filter((one) => one !== id) : [...draft.faculties, id],
    });
  return (
    <fieldset className={styles.audience}>
      <legend>{t('to')}</legend>
      <Segments<To>
        label={t('to')}
        segments={(['all', 'teachers', 'students', 'faculties'] as const).map((value) => ({
          value,
          name: t(`audience.${value}`),
        }))}
        value={draft.to}
        onChoose={(to) => onChange({ to })}
      />
      {draft.to === 'faculties' && (
        <div className={styles.faculties}>
          {faculties.data?.map((faculty) => {
            const chosen = draft.faculties.includes(faculty.id_faculty);
            return (
              <button
                key={faculty.id_faculty}
                type="button"
                aria-pressed={chosen}
                title={faculty['p23-2']}
                onClick={() => toggle(faculty.id_faculty)}
              >
                {chosen && <Icon of={check} size="xs" />}
                <span translate="no">{faculty['p23-2']}</span>
              </button>
            );
          })}
        </div>
      )}
      <p className={styles.readers} aria-live="polite">
        {readers === undefined ? '\u00a0' : t(`readers.${pluralForm(readers)}`, { n: readers })}
      </p>
    </fieldset>
  );
}
