import check from 'icon:check-bold';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Check } from '../../kit/Check.tsx';
import { classes } from '../../kit/classes.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Note } from '../../kit/Note.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { FileButton, FileTray } from '../../kit/upload/FileTray.tsx';
import { useTextHeight } from '../../kit/useTextHeight.ts';
import { useFaculties } from './announcement.data.ts';
import styles from './Composer.module.css';
import type { Draft, To } from './draft.ts';
import { useAnnouncement, usePublish } from './useAnnouncement.ts';

/** The writing form: one line while closed; open with files, audience, count of readers. */
export default function Composer() {
  const { t } = useTranslation('news');
  const words = useFailureText();
  const announcement = useAnnouncement();
  const { draft, change, files, rule, addFiles, removeFile, earlier, removeEarlier } = announcement;
  const { open, unfold, readers } = announcement;
  const { publish, close, cancel, progress, isPending, mayPublish, failure } = usePublish(announcement);
  const area = useRef<HTMLTextAreaElement>(null);
  // What is taken up to be corrected is there to be typed into.
  const taken = draft.earlier?.id;
  useEffect(() => {
    if (taken === undefined) return;
    area.current?.scrollIntoView({ block: 'center' });
    area.current?.focus();
  }, [taken]);
  useTextHeight(area, draft.message, open);
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
        readOnly={isPending}
        onFocus={unfold}
        onChange={(event) => change({ message: event.target.value })}
      />
      <FileTray
        chosen={files}
        rule={rule}
        disabled={isPending}
        onRemove={removeFile}
        stored={earlier}
        onRemoveStored={removeEarlier}
      />
      {open && <AudienceChoice draft={draft} onChange={change} readers={readers} />}
      {failure && failure.kind !== 'CANCEL_ERROR' && <Note tone="bad">{words(failure)}</Note>}
      {progress !== null && <Progress label={t('uploading')} part={progress} onCancel={cancel} />}
      <div className={styles.bar}>
        <FileButton disabled={isPending} onChoose={addFiles} />
        {!open && <span className={styles.to}>{t('toAll')}</span>}
        <span className={styles.ends}>
          {open && (
            <Button look="quiet" disabled={isPending} onClick={close}>
              {t('common:cancel')}
            </Button>
          )}
          <Button look="primary" type="submit" disabled={!mayPublish} busy={isPending && t('publishing')}>
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

/** For whom it is, and how many will read it. */
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
        {readers === undefined ? '\u00a0' : t('readers', { count: readers })}
      </p>
      <Check className={styles.urgent} checked={draft.urgent} onChange={(urgent) => onChange({ urgent })}>
        <span>
          {t('urgent')}
          <small>{t('urgentHelp')}</small>
        </span>
      </Check>
    </fieldset>
  );
}
