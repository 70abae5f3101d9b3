import caretDown from 'icon:caret-down-bold';
import { useState } from 'react';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import type { CascadingSelection } from './cascade.data.ts';
import styles from './DisciplineBar.module.css';
import { DisciplinePanel } from './DisciplinePanel.tsx';
import { DisciplineTile } from './DisciplineTile.tsx';

interface Props {
  cascade: CascadingSelection;
  /** What is above the discipline's name. */
  line: string;
  /** What is in its place while there is none. */
  none: string;
  /** The title of the list. */
  title: string;
}

/** On the phone: the discipline that the page is about; pressing it opens the list of the others. */
export function DisciplineBar({ cascade, line, none, title }: Props) {
  const [open, setOpen] = useState(false);
  const { discipline } = cascade;
  return (
    <>
      <button type="button" className={styles.bar} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {discipline && <DisciplineTile id={discipline.id} name={discipline.discipline} />}
        <span className={styles.words}>
          <small>{line}</small>
          <b translate="no">{discipline?.discipline ?? none}</b>
        </span>
        <Icon of={caretDown} size="s" />
      </button>
      <Dialog open={open} title={title} onClose={() => setOpen(false)}>
        <DisciplinePanel
          cascade={{
            ...cascade,
            go: (next) => {
              // Another term keeps the list open: its disciplines are still to be chosen from.
              setOpen(next.d === undefined);
              cascade.go(next);
            },
          }}
        />
      </Dialog>
    </>
  );
}
