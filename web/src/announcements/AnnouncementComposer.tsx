import check from 'icon:check-bold';
import eye from 'icon:eye';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { screenState } from '../core/screen.ts';
import { Button } from '../kit/Button.tsx';
import card from '../kit/Card.module.css';
import { Checkbox } from '../kit/Checkbox.tsx';
import { classNames } from '../kit/classNames.ts';
import { useFailureText } from '../kit/failureText.ts';
import { Icon } from '../kit/Icon.tsx';
import { InlineAlert } from '../kit/InlineAlert.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { UploadProgress } from '../kit/UploadProgress.tsx';
import { ChosenFileList, FileButton } from '../kit/upload/ChosenFileList.tsx';
import { useAutoHeight } from '../kit/useAutoHeight.ts';
import styles from './AnnouncementComposer.module.css';
import { AnnouncementPreview } from './AnnouncementPreview.tsx';
import { useAudienceFaculties } from './announcement.data.ts';
import type { DraftAudience, NewsDraft } from './draft.ts';
import { useAnnouncementForm, useSubmitAnnouncementForm } from './useAnnouncementForm.ts';
import { useKeyboardInset } from './useKeyboardInset.ts';

/** The writing form: one line while closed; open with files, audience, count of readers. `unfolded`: it is always open. */
export default function AnnouncementComposer({ unfolded = false }: { unfolded?: boolean }) {
  const { t } = useTranslation('news');
  const { mobile } = useAtom(screenState);
  const failureText = useFailureText();
  const announcement = useAnnouncementForm(unfolded);
  const { draft, change, files, rule, addFiles, removeFile, earlier, removeEarlier } = announcement;
  const { open, unfold, readers, isPreviewed } = announcement;
  const { publish, close, cancel, progress, isPending, mayPublish, failure } = useSubmitAnnouncementForm(announcement);
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useKeyboardInset(form);
  // What is taken up to be corrected is there to be typed into.
  const taken = draft.earlier?.id;
  useEffect(() => {
    if (taken === undefined) return;
    area.current?.scrollIntoView({ block: 'center' });
    area.current?.focus();
  }, [taken]);
  useAutoHeight(area, draft.message, open);
  return (
    <form
      ref={form}
      className={classNames(card.card, styles.compose, open && styles.open, unfolded && styles.page)}
      aria-label={t('compose')}
      onSubmit={publish}
    >
      {/* Only hidden behind the preview, so that also the place in the text and the steps back stay. */}
      <div hidden={isPreviewed}>
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
        <ChosenFileList
          chosen={files}
          rule={rule}
          disabled={isPending}
          onRemove={removeFile}
          stored={earlier}
          onRemoveStored={removeEarlier}
        />
        {open && <AudienceChoice draft={draft} onChange={change} readers={readers} />}
      </div>
      {isPreviewed && <AnnouncementPreview draft={draft} files={files} />}
      {failure && failure.kind !== 'CANCEL_ERROR' && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
      {progress !== null && <UploadProgress label={t('uploading')} part={progress} onCancel={cancel} />}
      <div className={styles.bar}>
        {!isPreviewed && <FileButton disabled={isPending} isSign={mobile} onChoose={addFiles} />}
        {!open && <span className={styles.to}>{t('toAll')}</span>}
        <span className={styles.ends}>
          {open && !isPreviewed && (!unfolded || draft.message) && (
            <Button look="quiet" disabled={isPending} onClick={close}>
              {t('common:cancel')}
            </Button>
          )}
          {open && <PreviewButton announcement={announcement} disabled={isPending} />}
          <Button look="primary" type="submit" disabled={!mayPublish} busy={isPending && t('publishing')}>
            {t('publish')}
          </Button>
        </span>
      </div>
    </form>
  );
}

interface PreviewButtonProps {
  announcement: ReturnType<typeof useAnnouncementForm>;
  disabled: boolean;
}

/** Leads to the preview and back; on the phone, where the row is short, a sign leads there. */
function PreviewButton({ announcement, disabled }: PreviewButtonProps) {
  const { t } = useTranslation('news');
  const { mobile } = useAtom(screenState);
  const { isPreviewed, setPreviewed, hasContent } = announcement;
  const isSign = mobile && !isPreviewed;
  return (
    <Button
      look={isSign ? 'quiet' : 'soft'}
      {...(isSign && { icon: eye, title: t('preview') })}
      disabled={disabled || !hasContent}
      onClick={() => setPreviewed(!isPreviewed)}
    >
      <span className={isSign ? 'hidden-text' : undefined}>{t(isPreviewed ? 'edit' : 'preview')}</span>
    </Button>
  );
}

interface ChoiceProps {
  draft: NewsDraft;
  onChange: (part: Partial<NewsDraft>) => void;
  readers: number | undefined;
}

/** For whom it is, and how many will read it. */
function AudienceChoice({ draft, onChange, readers }: ChoiceProps) {
  const { t } = useTranslation('news');
  const toggle = (id: number) =>
    onChange({
      faculties: draft.faculties.includes(id) ? draft.faculties.filter((one) => one !== id) : [...draft.faculties, id],
    });
  return (
    <fieldset className={styles.audience}>
      <legend>{t('to')}</legend>
      <SegmentedControl<DraftAudience>
        tight
        label={t('to')}
        segments={(['all', 'teachers', 'students', 'faculties'] as const).map((value) => ({
          value,
          name: t(`audience.${value}`),
        }))}
        value={draft.to}
        onChoose={(to) => onChange({ to })}
      />
      {draft.to === 'faculties' && <Faculties chosen={draft.faculties} onToggle={toggle} />}
      <div className={styles.readers}>
        <p aria-live="polite">{readers === undefined ? '\u00a0' : t('readers', { count: readers })}</p>
        {draft.message && <p>{t('draftKept')}</p>}
      </div>
      <Checkbox className={styles.urgent} checked={draft.urgent} onChange={(urgent) => onChange({ urgent })}>
        <span>
          {t('urgent')}
          <small>{t('urgentHelp')}</small>
        </span>
      </Checkbox>
    </fieldset>
  );
}

/** So many faculties are there before somebody asks for all. */
const fewFaculties = 4;

/** The faculties to choose from: the first ones and those that are chosen, the others folded. */
function Faculties({ chosen, onToggle }: { chosen: readonly number[]; onToggle: (id: number) => void }) {
  const { t } = useTranslation('news');
  const faculties = useAudienceFaculties(true).data ?? [];
  const [isWhole, setWhole] = useState(false);
  const isChosen = (id: number) => chosen.includes(id);
  // One more than are shown would take no more room than the button.
  const isFolded = !isWhole && faculties.length > fewFaculties + 1;
  const shown = faculties.filter(({ id_faculty: id }, place) => !isFolded || place < fewFaculties || isChosen(id));
  return (
    <div className={styles.faculties}>
      {shown.map(({ id_faculty: id, 'p23-2': name }) => (
        <button key={id} type="button" aria-pressed={isChosen(id)} title={name} onClick={() => onToggle(id)}>
          {isChosen(id) && <Icon of={check} size="xs" />}
          <span translate="no">{name}</span>
        </button>
      ))}
      {shown.length < faculties.length && (
        <button type="button" aria-expanded="false" className={styles.others} onClick={() => setWhole(true)}>
          {t('otherFaculties', { count: faculties.length - shown.length })}
        </button>
      )}
    </div>
  );
}
