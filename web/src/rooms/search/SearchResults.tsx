import close from 'icon:x';
import { Autocomplete } from '@base-ui/react/autocomplete';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { HighlightedText } from '../../kit/HighlightedText.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './SearchPalette.module.css';
import type { SearchOption, SearchOptionGroup } from './search-option.ts';

interface Props {
  groups: readonly SearchOptionGroup[];
  onOpen: (option: SearchOption, apart: boolean) => void;
}

/** The rows under their headings; the keyboard stays in the field and goes from row to row. */
export function SearchResults({ groups, onOpen }: Props) {
  const { t } = useTranslation('search');
  return (
    <>
      <Autocomplete.List aria-label={t('title')}>
        {groups.map(({ name, title, options, more, isWaiting }) =>
          isWaiting ? null : (
            <Autocomplete.Group key={name} className={styles.group}>
              <Autocomplete.GroupLabel className={styles.heading}>{title}</Autocomplete.GroupLabel>
              {options.map((option) => (
                <Row key={option.key} option={option} onOpen={onOpen} />
              ))}
              {more && (
                <Option option={more} className={styles.more} onOpen={onOpen}>
                  {more.title.text}
                </Option>
              )}
            </Autocomplete.Group>
          ),
        )}
      </Autocomplete.List>
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

type RowProps = Pick<Props, 'onOpen'> & { option: SearchOption };

/** What is chosen by Enter, by a press, and in a new tab by Ctrl or the middle button. */
function Option({
  option,
  className,
  onOpen,
  children,
}: RowProps & { className: string | undefined; children: ReactNode }) {
  return (
    <Autocomplete.Item
      value={option}
      className={className}
      // The library says which row is highlighted to the eye alone.
      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
      render={(props, { highlighted }) => <div {...props} role="option" aria-selected={highlighted} />}
      onClick={(event) => onOpen(option, event.ctrlKey || event.metaKey)}
      onAuxClick={(event) => event.button === 1 && onOpen(option, true)}
    >
      {children}
    </Autocomplete.Item>
  );
}

function Row({ option, onOpen }: RowProps) {
  const { t } = useTranslation('search');
  const { sign, title, about, side, onRemove } = option;
  const row = (
    <Option option={option} className={styles.row} onOpen={onOpen}>
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
      {!onRemove && (
        <span className={styles.enter} aria-hidden="true">
          Enter
        </span>
      )}
    </Option>
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
