import search from 'icon:magnifying-glass';
import { useTranslation } from 'react-i18next';
import { openSearchWithText } from '../core/search.ts';
import { Button } from './Button.tsx';

/** Where a room's own search found nothing: the one search over all rooms with the same words. */
export function SearchEverywhereButton({ words }: { words: string }) {
  const { t } = useTranslation();
  return (
    <Button look="quiet" icon={search} aria-haspopup="dialog" onClick={() => openSearchWithText(words)}>
      {t('find.everywhere')}
    </Button>
  );
}
