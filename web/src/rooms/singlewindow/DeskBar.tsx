import printer from 'icon:printer';
import { maxOrdersPerPdf } from '@bilim/contract/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkActionBar } from '../../kit/BulkActionBar.tsx';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import type { DeskAction } from './desk.data.ts';
import { deskActionsByStatus } from './next-action.ts';

/** The key of an act, by its place on the keyboard. */
const keys: Partial<Record<DeskAction['act'], string>> = { take: '1', ready: '2', hand: '4' };

interface Props {
  status: string;
  isHanded: boolean;
  chosen: number;
  /** The address of a file with papers of what is meant, as many as one takes, from a place on. */
  papers: (from: number) => string;
  isOff: boolean;
  onAction: (action: DeskAction['act']) => void;
  onClear: () => void;
}

/** What is done with all chosen orders at once. The printing stands ready for its key even where none is chosen. */
export function DeskBar({ status, isHanded, chosen, papers, isOff, onAction, onClear }: Props) {
  const { t } = useTranslation('desk');
  const actions = isHanded ? [] : (deskActionsByStatus[status] ?? []);
  const isPrinting = status === 'prepared' && !isHanded;
  if (!chosen)
    return (
      isPrinting && (
        // biome-ignore lint/a11y/useAnchorContent: pressed by its key alone; the sheet of an order has its own.
        <a hidden data-print href={papers(0)} target="_blank" rel="noopener" />
      )
    );
  return (
    <BulkActionBar label={t('bulk')} selected={t('selected', { count: chosen })} clear={t('clear')} onClear={onClear}>
      {actions.map((action, place) => (
        <Button key={action} disabled={isOff} data-main={place === 0 || undefined} onClick={() => onAction(action)}>
          {t(`many.${action}`)} {keys[action] && <small aria-hidden="true">{keys[action]}</small>}
        </Button>
      ))}
      {isPrinting && <Print key={chosen} count={chosen} papers={papers} />}
    </BulkActionBar>
  );
}

/** Prints what is chosen: as one file, or one file after another where one does not take all. */
function Print({ count, papers }: { count: number; papers: Props['papers'] }) {
  const { t } = useTranslation('desk');
  const [from, setFrom] = useState(0);
  const until = Math.min(from + maxOrdersPerPdf, count);
  return (
    <a
      data-print
      className={buttonClasses()}
      href={papers(from)}
      target="_blank"
      rel="noopener"
      // The browser reads the address after the press is handled: the next part must not stand in it before.
      onClick={() => setTimeout(() => setFrom(until < count ? until : 0))}
    >
      <Icon of={printer} size="s" />
      {count > maxOrdersPerPdf ? t('printPart', { from: from + 1, until, count }) : t('printMany')}{' '}
      <small aria-hidden="true">3</small>
    </a>
  );
}
