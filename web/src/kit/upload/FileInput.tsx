import { type ReactNode, useRef } from 'react';

interface Props {
  /** What is chosen; without it only the button that opens the choice says so. */
  label?: string;
  multiple?: boolean;
  /** A folder is chosen, with all that is in it. */
  folder?: boolean;
  /** The types or endings that are offered. */
  accept?: string | undefined;
  onChoose: (files: File[]) => void;
  /** The button that opens the choice. */
  children: (open: () => void) => ReactNode;
}

/** The browser's choice of files behind a button of our own. */
export function FileInput({ label, multiple, folder, accept, onChoose, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        className="hidden-text"
        hidden={label === undefined}
        multiple={multiple}
        accept={accept}
        {...(folder && { webkitdirectory: '' })}
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}
