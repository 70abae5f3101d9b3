import back from 'icon:arrow-left';
import type { SearchParams } from '@bilim/contract/page-params.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { screenState } from '../core/screen.ts';
import { BrowserTabTitle } from './BrowserTabTitle.tsx';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './Page.module.css';

interface Props {
  title: string;
  /** What the h1 holds instead of the title's words, such as a link of that name. */
  heading?: ReactNode;
  /** Words in the place of the h1, which the page then has in its body. */
  above?: string | undefined;
  /** On the phone: an arrow back to the apps, for pages that are not a tab. */
  fromApps?: boolean;
  /** The same back to the profile, for what is a part of it. */
  fromProfile?: boolean;
  /** An arrow back to the room of which it shows one thing, on wide screens too. */
  fromRoom?: '/people' | '/profile';
  /** What the room showed, to be shown again after the way back. */
  roomSearch?: SearchParams<'/people'>;
  /** At the right of the title: at most one primary button. */
  action?: ReactNode;
  /** Under the title on the desktop: a short fact. */
  fact?: ReactNode;
  /** The fact is beside the title instead, where the line has room. */
  inlineFact?: boolean;
  /** On the desktop all the window, for tables: what does not fit scrolls inside the page's own parts. */
  whole?: boolean;
  /** On the desktop as wide as tables and weeks are, without being as high as the window. */
  wide?: boolean;
  /** On the desktop no wider than lines that are read, in the middle. */
  narrow?: boolean;
  /** What else is in the head, such as filters. */
  head?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A page's frame: the one h1 with its row on the desktop, a bar that stays at the top on the phone. */
export function Page({
  title,
  heading,
  above: words,
  fromApps,
  fromProfile,
  fromRoom,
  roomSearch,
  action,
  fact,
  inlineFact,
  whole,
  wide,
  narrow,
  head,
  children,
  className,
}: Props) {
  const { t } = useTranslation();
  const { mobile } = useAtom(screenState);
  const up = fromRoom ?? (mobile && ((fromProfile && '/profile') || (fromApps && '/apps')));
  const top = words ? <div className={styles.above}>{words}</div> : <h1>{heading || title}</h1>;
  return (
    <div
      className={
        mobile
          ? styles.phone
          : classNames(styles.page, whole && styles.whole, wide && styles.wide, narrow && styles.narrow)
      }
    >
      <BrowserTabTitle>{title}</BrowserTabTitle>
      <header className={styles.head}>
        {up && (
          <Link to={up} {...(roomSearch && { search: roomSearch })} className={styles.back} aria-label={t('back')}>
            <Icon of={back} />
          </Link>
        )}
        {fact ? (
          <div className={classNames(styles.titled, inlineFact && styles.inlineFact)}>
            {top}
            {fact}
          </div>
        ) : (
          top
        )}
        {action}
      </header>
      {head}
      <div className={classNames(styles.body, className)}>{children}</div>
    </div>
  );
}
