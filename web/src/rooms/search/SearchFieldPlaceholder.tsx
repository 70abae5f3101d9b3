import search from 'icon:magnifying-glass';
import { searchLimits } from '@bilim/contract/search-limits.ts';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { searchDialogText } from '../../core/search.ts';
import { Icon } from '../../kit/Icon.tsx';
import { SkeletonBar } from '../../kit/States.tsx';
import styles from './SearchFieldPlaceholder.module.css';

/** The search field until the code of the search is loaded: typing is not lost, and a phone shows its keyboard. */
export function SearchFieldPlaceholder() {
  const { t } = useTranslation();
  const words = useAtom(searchDialogText) ?? '';
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(document.activeElement);
  useLayoutEffect(() => field.current?.focus(), []);
  const close = () => {
    searchDialogText.set(null);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return createPortal(
    <>
      <div className={styles.scrim} aria-hidden="true" onPointerDown={close} />
      <div role="dialog" aria-modal="true" aria-label={t('find.open')} className={styles.palette}>
        <div className={styles.field}>
          <Icon of={search} />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-expanded="false"
            aria-busy="true"
            aria-label={t('find.field')}
            placeholder={t('find.field')}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={searchLimits.text}
            value={words}
            onChange={(event) => searchDialogText.set(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Tab') event.preventDefault();
              if (event.key === 'Escape') close();
            }}
          />
        </div>
        <div className={styles.rows} aria-hidden="true">
          <SkeletonBar className={styles.skeletonBar} />
          <SkeletonBar className={styles.skeletonBar} />
        </div>
      </div>
    </>,
    document.body,
  );
}
