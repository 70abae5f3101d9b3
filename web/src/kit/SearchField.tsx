import find from 'icon:magnifying-glass';
import close from 'icon:x';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './SearchField.module.css';

/** Milliseconds after the last letter before something is searched. */
const searchAfter = 150;
/** As many characters as every call that searches takes. */
const longest = 100;

interface Props {
  label: string;
  /** What is searched for now. */
  value: string;
  maxLength?: number;
  onSearch: (text: string) => void;
  /** A field inside a panel or a form instead of the page's own. */
  small?: boolean;
  /** Takes the focus when it appears: the person has just pressed the button that opens it. */
  focused?: boolean;
  onEscape?: () => void;
}

/** A field in which one types; what was typed is passed on a moment after the last letter. */
export function SearchField({ label, value, maxLength = longest, onSearch, small, focused, onEscape }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const lastGiven = useRef(value);
  const seen = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  // A step back in the browser's history changes what is searched for.
  if (value !== seen.current) {
    seen.current = value;
    if (value !== lastGiven.current) {
      lastGiven.current = value;
      setText(value);
    }
  }
  useEffect(() => {
    if (text === lastGiven.current) return;
    const timer = setTimeout(() => {
      lastGiven.current = text;
      search.current(text);
    }, searchAfter);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (!focused) return;
    input.current?.focus();
    // What was looked for before is selected: the next word takes its place.
    input.current?.select();
  }, [focused]);
  const clear = () => {
    setText('');
    input.current?.focus();
  };
  return (
    <search className={classNames(styles.search, small && styles.small)}>
      <Icon of={find} {...(small ? { size: 's' as const } : {})} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEscape?.()}
      />
      {text && <IconButton icon={close} label={t('common:clearSearch')} onClick={clear} />}
    </search>
  );
}
