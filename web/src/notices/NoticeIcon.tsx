import calendar from 'icon:calendar-dots';
import database from 'icon:database';
import fileZip from 'icon:file-zip';
import flag from 'icon:flag';
import listChecks from 'icon:list-checks';
import lockKey from 'icon:lock-key';
import notebook from 'icon:notebook';
import stamp from 'icon:stamp';
import usersThree from 'icon:users-three';
import type { NoticeKind } from '@bilim/contract/notice-kinds.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { classNames } from '../kit/classNames.ts';
import { FileIcon } from '../kit/FileChip.tsx';
import { Icon, type IconDrawing } from '../kit/Icon.tsx';
import styles from './Notice.module.css';
import type { Notice } from './notices.data.ts';

/** Absence, cancellation and loss are red, what waits for the person apricot, what is done green. */
const tones: Readonly<Record<string, 'madder' | 'apricot' | 'juniper'>> = {
  cancelled: 'madder',
  canceled: 'madder',
  revoked: 'madder',
  removed: 'madder',
  dropped: 'madder',
  preparing: 'apricot',
  prepared: 'juniper',
  ready: 'juniper',
  promoted: 'juniper',
  registered: 'juniper',
  restored: 'juniper',
  done: 'juniper',
  undone: 'juniper',
  checked: 'apricot',
  faulty: 'madder',
  failed: 'madder',
  kept: 'madder',
  moved: 'apricot',
  open: 'apricot',
  closing: 'apricot',
};
/** Kinds that are shown by the mark, the file or the author's face. */
type KindWithPicture = 'mark' | 'absences' | 'material' | 'news';

const icons = {
  ...{ lesson: calendar, holiday: calendar, group: usersThree, stream: usersThree, order: stamp, seat: listChecks },
  ...{ window: listChecks, right: lockKey, message: flag, journals: notebook, load: database, signInMethods: lockKey },
  archive: fileZip,
} as const satisfies Readonly<Record<Exclude<NoticeKind, KindWithPicture>, IconDrawing>>;
const hasIcon = (kind: string): kind is keyof typeof icons => kind in icons;

/** The sign before a notice: the mark itself, a sheet, a face, or a diamond with the room's icon. */
export function NoticeIcon({ notice: { kind, step, mark, fileName, person } }: { notice: Notice }) {
  if (kind === 'mark' || kind === 'absences') {
    const absent = kind === 'absences' || step === 'absent';
    return (
      <span className={classNames(styles.mark, absent && styles.absent)} aria-hidden="true" translate="no">
        {absent ? 'н/б' : mark}
      </span>
    );
  }
  if (kind === 'material')
    return (
      <span className={styles.file}>
        <FileIcon name={fileName ?? ''} />
      </span>
    );
  if (kind === 'news' && person) return <Avatar id={person.id} fullName={person.fullName} />;
  const tone = kind === 'lesson' && step !== 'cancelled' ? undefined : tones[step ?? ''];
  return (
    <span className={styles.diamond} data-tone={tone} aria-hidden="true">
      {hasIcon(kind) && <Icon of={icons[kind]} size="s" />}
    </span>
  );
}
