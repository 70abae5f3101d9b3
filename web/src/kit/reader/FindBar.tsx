import down from 'icon:caret-down';
import up from 'icon:caret-up';
import close from 'icon:x';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import styles from './ReaderTools.module.css';
import type { DocumentSearch } from './useDocumentSearch.ts';

/** The search within the file: a field, which place of how many, and the ways to the next and the one before. */
export function FindBar({ find }: { find: DocumentSearch }) {
  const { t } = useTranslation('reader');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { text, total, number, busy, onType, onStep, onShow } = find;
  const state = !text.trim() || (busy && !total) ? '' : total ? t('hit', { number, total }) : t('noHit');
  return (
    <search className={styles.find}>
      <span className={styles.field}>
        <input
          ref={field}
          aria-label={t('findText')}
          placeholder={t('findText')}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onStep(event.shiftKey ? -1 : 1);
          }}
        />
        <span role="status">{state}</span>
      </span>
      <IconButton icon={up} label={t('hitBefore')} disabled={total < 2} onClick={() => onStep(-1)} />
      <IconButton icon={down} label={t('hitAfter')} disabled={total < 2} onClick={() => onStep(1)} />
      <IconButton icon={close} label={t('findEnd')} onClick={() => onShow(false)} />
    </search>
  );
}
