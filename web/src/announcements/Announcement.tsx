import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import type { Language } from '../core/i18n.ts';
import { screenState } from '../core/screen.ts';
import { formatClockTime, formatFullDateTime, formatShortDate } from '../core/time.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { FileChip } from '../kit/FileChip.tsx';
import { LinkedText } from '../kit/LinkedText.tsx';
import { shortName } from '../kit/person.ts';
import styles from './Announcement.module.css';

/** A file of an announcement; one without an address cannot be fetched. */
export interface AnnouncementFile {
  readonly id: number | string;
  readonly name: string;
  readonly size: number;
  readonly href?: string | undefined;
}

/** A picture, of which a small one is shown. */
export type AnnouncementPicture = Pick<AnnouncementFile, 'id' | 'name'> & { readonly small: string };

interface Props {
  /** Name and post in one, as calls give it. */
  byline: string;
  author: number;
  created: string;
  message: string;
  pictures: readonly AnnouncementPicture[];
  /** Shows the picture at this place on the whole screen; left out where it is only looked at. */
  onPicture?: (place: number) => void;
  files: readonly AnnouncementFile[];
  /** The language of who reads it, where that is not the page's. */
  language?: Language;
  /** To whom it went. */
  audience?: ReactNode;
  /** What may be done with it, at the end of its head. */
  action?: ReactNode;
}

/** What an announcement shows, to its readers and before it is published: who, when, text, pictures, files. */
export function Announcement(props: Props) {
  const { byline, author, created, message, pictures, onPicture, files, language, audience, action } = props;
  const { t } = useTranslation('news', language && { lng: language });
  const { mobile } = useAtom(screenState);
  const [name = '', post = ''] = byline.split('|');
  return (
    <>
      <header className={styles.head}>
        <Avatar id={author} fullName={name} />
        <div className={styles.who}>
          <b translate="no" title={name}>
            {mobile ? shortName(name) : name}
          </b>
          <span translate="no">{post}</span>
          {audience}
        </div>
        <p className={styles.when}>
          <time dateTime={created} title={formatFullDateTime(created)}>
            {formatShortDate(created)}
            <span className={styles.dot}> · </span>
            <span className={styles.hour}>{formatClockTime(created)}</span>
          </time>
        </p>
        {action}
      </header>
      {message && (
        <p className={styles.text} translate="no">
          <LinkedText>{message}</LinkedText>
        </p>
      )}
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map((picture, place) => (
            <Picture
              key={picture.id}
              of={picture}
              alt={t('picture', { name: picture.name })}
              onShow={onPicture && (() => onPicture(place))}
            />
          ))}
        </div>
      )}
      {files.length > 0 && (
        <div className={styles.files}>
          {files.map((file) => (
            <FileChip key={file.id} name={file.name} bytes={file.size} href={file.href} language={language} />
          ))}
        </div>
      )}
    </>
  );
}

/** A picture in its place, which a press shows whole where there is more to see. */
function Picture({ of, alt, onShow }: { of: AnnouncementPicture; alt: string; onShow: (() => void) | undefined }) {
  const image = <img translate="no" src={of.small} alt={alt} loading="lazy" />;
  if (!onShow) return image;
  return (
    <button type="button" title={of.name} onClick={onShow}>
      {image}
    </button>
  );
}
