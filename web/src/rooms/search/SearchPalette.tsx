import back from 'icon:arrow-left';
import search from 'icon:magnifying-glass';
import close from 'icon:x';
import { Dialog } from '@base-ui/react/dialog';
import { searchLimits } from '@bilim/contract/search-limits.ts';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { useCloseOnBack } from '../../core/back.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { screenState } from '../../core/screen.ts';
import { IconButton } from '../../kit/Button.tsx';
import { Chip, Chips } from '../../kit/Chips.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import type { OpenableRoom } from './commands.ts';
import type { SearchScope } from './found-rows.ts';
import { searchScopes } from './groups.tsx';
import { useRecentSearches } from './recent.ts';
import styles from './SearchPalette.module.css';
import { SearchResults, toRowElementId } from './SearchResults.tsx';
import { isLongEnoughToSearch, useSearchResults } from './search.data.ts';
import type { SearchOption, SearchOptionGroup } from './search-option.ts';
import { useCommandOptions, useTypedCommand } from './useCommandOptions.ts';
import { useInitialSearchOptions, useResultGroups } from './useResultGroups.tsx';
import { useSearchCommands } from './useSearchCommands.ts';

interface Props {
  rooms: readonly OpenableRoom[];
  /** What is searched from the beginning. */
  words: string;
  onClose: () => void;
}

/** What is searched and where, and the rows that come of it. */
function useSearching({ rooms, words }: Pick<Props, 'rooms' | 'words'>) {
  const [typed, setTyped] = useState(words);
  const [scope, setScope] = useState<SearchScope>('all');
  const input = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    setTyped(text);
    if (!text) setScope('all');
    input.current?.focus();
  };
  const { recent, add, remove } = useRecentSearches();
  const { all, now } = useSearchCommands(rooms);
  const command = useTypedCommand(typed);
  const found = useSearchResults(command?.object ?? typed, scope);
  const foundCommands = useCommandOptions({ text: found.text, command, names: found.names, rooms });
  const groups = useResultGroups({
    ...{ found, scope, foundCommands },
    typed: typed.trim(),
    isCommand: command !== null,
    commands: all,
    onScope: setScope,
  });
  const before = useInitialSearchOptions({ recent, commands: now, onType: type, onRemove: remove });
  const isTyped = isLongEnoughToSearch(typed.trim());
  const keep = () => isTyped && add(typed.trim());
  return { input, typed, setTyped, type, scope, setScope, found, isTyped, shown: isTyped ? groups : before, keep };
}

/** The rows that are shown, as far as keys work on them. */
interface Rows {
  selected: SearchOption | null;
  move: (by: number) => void;
  open: (option: SearchOption, apart: boolean) => void;
}

/** What keys of the field do: up and down the rows, through the scopes, opening. */
function useKeys({ scope, setScope }: { scope: SearchScope; setScope: (scope: SearchScope) => void }, rows: Rows) {
  const turn = (by: number) => {
    const at = searchScopes.indexOf(scope);
    setScope(searchScopes[(Math.max(at, 0) + by + searchScopes.length) % searchScopes.length] ?? 'all');
  };
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const handler = {
      ArrowDown: () => rows.move(1),
      ArrowUp: () => rows.move(-1),
      Enter: () => rows.selected && rows.open(rows.selected, event.ctrlKey || event.metaKey),
      Tab: () => turn(event.shiftKey ? -1 : 1),
    }[event.key];
    if (!handler) return;
    event.preventDefault();
    event.stopPropagation();
    handler();
  };
}

/** The one search: a palette over the page, the whole screen on the phone. */
export default function SearchPalette({ rooms, words, onClose }: Props) {
  const { t } = useTranslation('search');
  const { mobile } = useAtom(screenState);
  const connected = useAtom(isPortalReachable);
  const list = useId();
  useCloseOnBack(true, onClose);
  const searching = useSearching({ rooms, words });
  const { input, typed, type, scope, setScope, found, isTyped, shown, keep } = searching;
  const { selected, select, move } = useSelected(shown);
  const open = useOpenOption({ onClose, onOpened: keep });
  const onKey = useKeys({ scope, setScope }, { selected, move, open });
  const count = shown.reduce((sum, { options, moreCount = 0 }) => sum + options.length + moreCount, 0);
  const nothing = isTyped && !count && found.isSettled && !found.failed;
  return (
    <Dialog.Root open onOpenChange={(_, { reason }) => (typed && reason === 'escape-key' ? type('') : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.palette} initialFocus={input} aria-label={t('title')}>
          <div className={styles.field}>
            {mobile ? <IconButton icon={back} label={t('common:back')} onClick={onClose} /> : <Icon of={search} />}
            <Query
              ref={input}
              list={list}
              expanded={count > 0}
              active={selected?.key}
              value={typed}
              onType={searching.setTyped}
              onKeyDown={onKey}
            />
            {(!mobile || typed) && (
              <IconButton
                icon={close}
                label={t(typed ? 'common:clearSearch' : 'common:close')}
                onClick={() => (typed ? type('') : onClose())}
              />
            )}
          </div>
          <Scopes scope={scope} onChoose={setScope} />
          {/* What is below the edge is reached by the keys that scroll, too: the rows themselves take no focus. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus */}
          <div className={styles.results} tabIndex={0}>
            {!connected && <InlineAlert>{t('offline')}</InlineAlert>}
            <SearchResults id={list} groups={shown} selected={selected?.key ?? null} onSelect={select} onOpen={open} />
            {nothing && <Nothing text={found.text} isAll={scope === 'all'} onAll={() => setScope('all')} />}
            {connected && found.failed && (
              <LoadFailure
                small
                title={t('failed')}
                failure={found.failed.error}
                onRetry={() => void found.failed?.refetch()}
              />
            )}
          </div>
          <p className="hidden-text" role="status">
            {isTyped && found.isSettled ? t('count', { count }) : ''}
          </p>
          {!mobile && <Keys />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface QueryProps {
  ref: RefObject<HTMLInputElement | null>;
  /** The list of results that it controls, and the key of the row that is selected in it. */
  list: string;
  expanded: boolean;
  active: string | undefined;
  value: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Where one types what is searched. */
function Query({ ref, list, expanded, active, value, onType, onKeyDown }: QueryProps) {
  const { t } = useTranslation('search');
  // Before the next key: it takes the place of the field in which one has typed until now (SearchFieldPlaceholder.tsx).
  useLayoutEffect(() => ref.current?.focus(), [ref]);
  return (
    <input
      ref={ref}
      type="text"
      role="combobox"
      aria-expanded={expanded}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={active === undefined ? undefined : toRowElementId(list, active)}
      aria-label={t('label')}
      placeholder={t('label')}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={searchLimits.text}
      value={value}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The selected row stays the selected one while others come and go; without a choice it is the first. */
function useSelected(groups: readonly SearchOptionGroup[]) {
  const [key, setKey] = useState<string | null>(null);
  const options = groups.flatMap(({ options: rows, more }) => (more ? [...rows, more] : rows));
  const at = Math.max(
    0,
    options.findIndex((one) => one.key === key),
  );
  return {
    selected: options[at] ?? null,
    select: setKey,
    move: (by: number) => setKey(options[(at + by + options.length) % options.length]?.key ?? null),
  };
}

/** Opens a row: here, or in a new tab. */
function useOpenOption({ onClose, onOpened }: { onClose: () => void; onOpened: () => void }) {
  const router = useRouter();
  return (option: SearchOption, apart: boolean) => {
    if (!option.stays) onOpened();
    if (option.address && apart) {
      window.open(router.history.createHref(router.buildLocation(option.address).href));
      return;
    }
    if (!option.stays) onClose();
    option.onChoose?.();
    if (option.address) void router.navigate({ search: {}, ...option.address });
  };
}

function Scopes({ scope, onChoose }: { scope: SearchScope; onChoose: (scope: SearchScope) => void }) {
  const { t } = useTranslation('search');
  return (
    <Chips label={t('where')} className={styles.scopes ?? ''}>
      {searchScopes.map((one) => (
        <Chip key={one} tabIndex={-1} pressed={one === scope} onClick={() => onChoose(one)}>
          {t(`scope.${one}`)}
        </Chip>
      ))}
    </Chips>
  );
}

function Nothing({ text, isAll, onAll }: { text: string; isAll: boolean; onAll: () => void }) {
  const { t } = useTranslation('search');
  return (
    <div className={styles.nothing}>
      <p>{t('nothing', { text })}</p>
      {isAll ? (
        <p className={styles.hint}>{t('otherLanguage')}</p>
      ) : (
        <button type="button" className={styles.link} onClick={onAll}>
          {t('everywhere')}
        </button>
      )}
    </div>
  );
}

/** What the keys do. */
function Keys() {
  const { t } = useTranslation('search');
  return (
    <footer className={styles.keys} aria-hidden="true">
      <span className={styles.key}>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        {t('keys.select')}
      </span>
      <span className={styles.key}>
        <kbd>Enter</kbd>
        {t('keys.open')}
      </span>
      <span className={styles.key}>
        <kbd>Tab</kbd>
        {t('keys.where')}
      </span>
      <span className={`${styles.key} ${styles.last}`}>
        <kbd>Esc</kbd>
        {t('keys.close')}
      </span>
    </footer>
  );
}
