import back from 'icon:arrow-left';
import search from 'icon:magnifying-glass';
import close from 'icon:x';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { searchLimits } from '@bilim/contract/search-limits.ts';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
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
import { rowsOf } from './rows-in-place.ts';
import styles from './SearchPalette.module.css';
import { SearchResults } from './SearchResults.tsx';
import { isLongEnoughToSearch, useSearchResults } from './search.data.ts';
import type { SearchOption } from './search-option.ts';
import { useCommandOptions, useTypedCommand } from './useCommandOptions.ts';
import { useHighlightedRow } from './useHighlightedRow.ts';
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
  const [replaced, setReplaced] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const replace = (text: string) => {
    setTyped(text);
    setReplaced((times) => times + 1);
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
  const before = useInitialSearchOptions({ recent, commands: now, onType: replace, onRemove: remove });
  const isTyped = isLongEnoughToSearch(typed.trim());
  return {
    ...{ input, typed, scope, setScope, found, isTyped },
    type: setTyped,
    replace,
    groups: isTyped ? groups : before,
    /** Another list stands there with the same text in the field, or another text that nobody typed. */
    listId: `${scope} ${replaced}`,
    keep: () => isTyped && add(typed.trim()),
  };
}

/** The one search: a palette over the page, the whole screen on the phone. */
export default function SearchPalette({ rooms, words, onClose }: Props) {
  const { t } = useTranslation('search');
  const { mobile } = useAtom(screenState);
  const connected = useAtom(isPortalReachable);
  useCloseOnBack(true, onClose);
  const { input, typed, type, replace, scope, setScope, found, isTyped, groups, listId, keep } = useSearching({
    rooms,
    words,
  });
  const { shown, highlighted, onItemHighlighted } = useHighlightedRow({ groups, typed, listId, isTyped });
  const open = useOpenOption({ onClose, onOpened: keep });
  const count = shown.reduce((sum, { options, moreCount = 0 }) => sum + options.length + moreCount, 0);
  const nothing = isTyped && !count && found.isSettled && !found.failed;
  return (
    <Dialog.Root open onOpenChange={(_, { reason }) => (typed && reason === 'escape-key' ? replace('') : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.palette} initialFocus={input} aria-label={t('title')}>
          <Autocomplete.Root
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={shown.map((group) => ({ items: rowsOf(group) }))}
            itemToStringValue={(option) => option.title.text}
            value={typed}
            // A row that is chosen opens; its words stay out of the field.
            onValueChange={(text, { reason }) => reason !== 'item-press' && type(text)}
            onItemHighlighted={onItemHighlighted}
          >
            <div className={styles.field}>
              {mobile ? <IconButton icon={back} label={t('common:back')} onClick={onClose} /> : <Icon of={search} />}
              <Query
                ref={input}
                onTab={(by) => setScope(nextScope(scope, by))}
                onOpenApart={() => highlighted.current && open(highlighted.current, true)}
              />
              {(!mobile || typed) && (
                <IconButton
                  icon={close}
                  label={t(typed ? 'common:clearSearch' : 'common:close')}
                  onClick={() => (typed ? replace('') : onClose())}
                />
              )}
            </div>
            <Scopes scope={scope} onChoose={setScope} />
            {/* What is below the edge is reached by the keys that scroll, too: the rows themselves take no focus. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus */}
            <div className={styles.results} tabIndex={0}>
              {!connected && <InlineAlert>{t('offline')}</InlineAlert>}
              <SearchResults groups={shown} onOpen={open} />
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
          </Autocomplete.Root>
          <p className="hidden-text" role="status">
            {isTyped && found.isSettled ? t('count', { count }) : ''}
          </p>
          {!mobile && <Keys />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The scope that stands so many places behind another, in a circle. */
const nextScope = (scope: SearchScope, by: number): SearchScope =>
  searchScopes[(Math.max(searchScopes.indexOf(scope), 0) + by + searchScopes.length) % searchScopes.length] ?? 'all';

interface QueryProps {
  ref: RefObject<HTMLInputElement | null>;
  /** Called with 1 for Tab, with -1 for Shift and Tab. */
  onTab: (by: number) => void;
  /** Called for Enter with Ctrl or ⌘: the highlighted row opens in a new tab. */
  onOpenApart: () => void;
}

/** Where one types what is searched. */
function Query({ ref, onTab, onOpenApart }: QueryProps) {
  const { t } = useTranslation('search');
  // Before the next key: it takes the place of the field in which one has typed until now (SearchFieldPlaceholder.tsx).
  useLayoutEffect(() => ref.current?.focus(), [ref]);
  return (
    <Autocomplete.Input
      ref={ref}
      aria-label={t('label')}
      placeholder={t('label')}
      spellCheck={false}
      enterKeyHint="search"
      maxLength={searchLimits.text}
      onKeyDown={(event) => {
        const isApart = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (event.nativeEvent.isComposing || (event.key !== 'Tab' && !isApart)) return;
        event.preventDefault();
        event.stopPropagation();
        event.preventBaseUIHandler();
        if (isApart) onOpenApart();
        else onTab(event.shiftKey ? -1 : 1);
      }}
    />
  );
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
