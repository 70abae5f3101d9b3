import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { now } from '../core/clock.ts';
import { type Language, language, toWireLanguage } from '../core/i18n.ts';
import { session } from '../core/session.ts';
import { isPicture } from '../kit/file.ts';
import { languageSegments } from '../kit/LanguageChoice.tsx';
import { SegmentedControlRow } from '../kit/SegmentedControlRow.tsx';
import type { ChosenFile } from '../kit/upload/ChosenFileList.tsx';
import { Announcement, type AnnouncementFile } from './Announcement.tsx';
import styles from './AnnouncementPreview.module.css';
import { useAuthorBylines } from './announcement.data.ts';
import type { NewsDraft } from './draft.ts';

interface Props {
  draft: NewsDraft;
  files: readonly ChosenFile[];
}

/** What is being written as its readers will see it, in each language of the portal; nothing can be changed here. */
export function AnnouncementPreview({ draft, files }: Props) {
  const { t } = useTranslation('news');
  const { user } = useAtom(session);
  const [wanted, setWanted] = useState(useAtom(language));
  const loadedLanguage = useTextsIn(wanted);
  const bylines = useAuthorBylines();
  // Until the server has sent it in every language, in one's own.
  const byline =
    bylines?.[toWireLanguage(loadedLanguage)] ?? `${user?.fullName ?? ''}|${user?.doljnost ?? user?.group ?? ''}`;
  const [created] = useState(() => now().toISOString());
  const chosen = useAddresses(files);
  // Of what was taken back, the server gives no file to anybody until it is published again.
  const stored: AnnouncementFile[] = draft.earlier?.files ?? [];
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <div className={styles.head}>
        <p>{t('previewMeaning')}</p>
        <SegmentedControlRow
          label={t('previewLanguage')}
          segments={languageSegments}
          value={wanted}
          onChoose={setWanted}
          tight
        />
      </div>
      <div className={styles.item}>
        <Announcement
          language={loadedLanguage}
          byline={byline}
          author={user?.uid ?? 0}
          created={created}
          message={draft.message}
          pictures={chosen.filter(isPicture).map((file) => ({ ...file, small: file.href }))}
          files={[...stored, ...chosen.filter((file) => !isPicture(file))]}
        />
      </div>
    </section>
  );
}

/** The language that was asked for as soon as its texts are there; until then the one before. */
function useTextsIn(wanted: Language): Language {
  const [loadedLanguage, setLoadedLanguage] = useState(language.get);
  useEffect(() => {
    let isWanted = true;
    void i18next.loadLanguages(wanted).then(() => isWanted && setLoadedLanguage(wanted));
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return loadedLanguage;
}

/** Files that are not sent yet, each with an address within this page. */
function useAddresses(files: readonly ChosenFile[]) {
  const [addressed, setAddressed] = useState<(AnnouncementFile & { href: string; type: string })[]>([]);
  useEffect(() => {
    const made = files.map(({ id, file }) => {
      return { id, name: file.name, size: file.size, type: file.type, href: URL.createObjectURL(file) };
    });
    setAddressed(made);
    return () => {
      for (const { href } of made) URL.revokeObjectURL(href);
    };
  }, [files]);
  return addressed;
}
