import { type DisciplineKeyParts, disciplineKey } from '@bilim/contract/discipline-key.ts';
import { selectionUpdates, type UrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUrlSelection } from '../core/searchParams.ts';
import { classNames } from '../kit/classNames.ts';
import styles from './DisciplineLink.module.css';

interface Props {
  /** Without a kind: the one of that number among the own ones. */
  of: Pick<DisciplineKeyParts, 'id'> & { readonly [key in 'isSelect' | 'kredit']?: DisciplineKeyParts[key] | null };
  /** Year and term of the mention, where they are not the ones that are looked at. */
  term?: Pick<UrlSelection, 'year' | 'ws'>;
  className?: string | undefined;
  onClick?: () => void;
  /** Its name as it is written there. */
  children: ReactNode;
}

/** The name of a discipline as the way to its page: a mention leads there, unless it is the way to something more exact. */
export function DisciplineLink({ of, term, className, onClick, children }: Props) {
  const { year, ws } = useUrlSelection();
  const { id, isSelect, kredit } = of;
  const looked = term ?? { ...(year !== undefined && { year }), ...(ws !== undefined && { ws }) };
  const isExact = isSelect != null && kredit != null;
  return (
    <Link
      to="/d/$id"
      params={{ id: String(id) }}
      search={isExact ? selectionUpdates.discipline(looked, disciplineKey({ id, isSelect, kredit })) : looked}
      className={classNames(styles.link, className)}
      translate="no"
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
