import close from 'icon:x';
import { type MouseEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { HighlightedText } from '../../kit/HighlightedText.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './SearchPalette.module.css';
import type { SearchOption, SearchOptionGroup } from './search-option.ts';

/** The id of a row on the page; keys hold what was typed. */
export const toRowElementId = (list: string, key: string): string => `${list}-${encodeURIComponent(key)}`;

interface Props {
  id: string;
  groups: readonly SearchOptionGroup[];
  /** The key of the row that Enter opens. */
  selected: string | null;
  onSelect: (key: string) => void;
  onOpen: (option: SearchOption, apart: boolean) => void;
}

/** The rows under their headings; the keyboard stays in the field and goes from row to row. */
export function SearchResults({ id, groups, selected, ...on }: Props) {
  const { t } = useTranslation('search');
  useEffect(() => {
    if (selected !== null) document.getElementById(toRowElementId(id, selected))?.scrollIntoView({ block: 'nearest' });
  }, [id, selected]);
  return (
    <>
      <div id={id} role="listbox" aria-label={t('title')}>
        {groups.map(({ name, title, options, more, isWaiting }) =>
          isWaiting ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, no fieldset.
            <div key={name} role="group" aria-labelledby={`${id}-${name}`} className={styles.group}>
              <div id={`${id}-${name}`} role="presentation" className={styles.heading}>
                {title}
              </div>
              {options.map((option) => (
                <Row key={option.key} id={id} option={option} isSelected={option.key === selected} {...on} />
              ))}
              {more && <MoreRow id={id} option={more} isSelected={more.key === selected} {...on} />}
            </div>
          ),
        )}
      </div>
      {groups.some(({ isWaiting }) => isWaiting) && (
        <Skeleton>
          {[1, 2].map((place) => (
            <div key={place} className={styles.skeleton}>
              <SkeletonBar className={styles.boneSign} />
              <SkeletonBar className={styles.boneLine} />
            </div>
          ))}
        </Skeleton>
      )}
    </>
  );
}

type RowProps = Pick<Props, 'id' | 'onSelect' | 'onOpen'> & { option: SearchOption; isSelected: boolean };

function useRow({ id, option, isSelected, onSelect, onOpen }: RowProps) {
  return {
    id: toRowElementId(id, option.key),
    role: 'option',
    'aria-selected': isSelected,
    // The field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onMouseMove: () => !isSelected && onSelect(option.key),
    onClick: (event: MouseEvent) => onOpen(option, event.ctrlKey || event.metaKey),
    onAuxClick: (event: MouseEvent) => event.button === 1 && onOpen(option, true),
  } as const;
}

function Row(props: RowProps) {
  const { t } = useTranslation('search');
  const { sign, title, about, side, onRemove } = props.option;
  const row = (
    <div className={styles.row} {...useRow(props)}>
      {sign}
      <span className={styles.words} translate="no">
        <b>
          <HighlightedText of={title} />
        </b>
        {about && <small>{about}</small>}
      </span>
      {side && (
        <span className={styles.side} translate="no">
          {side}
        </span>
      )}
      {props.isSelected && !onRemove && (
        <span className={styles.enter} aria-hidden="true">
          Enter
        </span>
      )}
    </div>
  );
  if (!onRemove) return row;
  return (
    <div className={styles.removable} role="presentation">
      {row}
      <span className={styles.remove}>
        <IconButton icon={close} size="s" label={t('remove', { text: title.text })} tabIndex={-1} onClick={onRemove} />
      </span>
    </div>
  );
}

function MoreRow(props: RowProps) {
  return (
    <div className={styles.more} {...useRow(props)}>
      {props.option.title.text}
    </div>
  );
}
