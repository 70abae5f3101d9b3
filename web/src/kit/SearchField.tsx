import find from 'icon:magnifying-glass';
import close from 'icon:x';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './SearchField.module.css';

/** Milliseconds after the last letter before something is searched. */
const searchAfter = 150;

interface Props {
  label: string;
  clear: string;
  /** What is searched for now, as the address has it. */
  value: string;
  maxLength: number;
  onSearch: (text: string) => void;
}

/** A field in which one types; what was typed is told a moment after the last letter. */
export function SearchField({ label, clear, value, maxLength, onSearch }: Props) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const seen = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  // A step back in the browser's history changes what is searched for.
  if (value !== seen.current) {
    seen.current = value;
    if (value !== told.current) {
      told.current = value;
      setText(value);
    }
  }
  useEffect(() => {
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      search.current(text);
    }, searchAfter);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className={styles.search}>
      <Icon of={find} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
      {text && <IconButton icon={close} label={clear} onClick={() => setText('')} />}
    </search>
  );
}
