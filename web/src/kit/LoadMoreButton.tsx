import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import type { Failure } from '../core/failure.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { Button } from './Button.tsx';
import { LoadFailure } from './States.tsx';

interface MoreButtonProps {
  /** A list that comes page by page, of which there is more. */
  list: {
    isFetchingNextPage: boolean;
    fetchNextPage(): Promise<{ isFetchNextPageError: boolean; error: Failure | null }>;
  };
  /** What is asked for: «Показать ещё». */
  label: string;
  /** «Не удалось загрузить …» */
  failed: string;
}

/** Asks for the next page of a list, and says so when it did not come, until it does: whatever else is read meanwhile. */
export function LoadMoreButton({ list, label, failed }: MoreButtonProps) {
  const { t } = useTranslation();
  const connected = useAtom(isPortalReachable);
  const [failure, setFailure] = useState<Failure | null>(null);
  const more = async () => {
    const { isFetchNextPageError, error } = await list.fetchNextPage();
    setFailure(isFetchNextPageError ? error : null);
  };
  return (
    <>
      {failure && !list.isFetchingNextPage && (
        <LoadFailure small title={failed} failure={failure} onRetry={() => void more()} />
      )}
      <Button
        look="soft"
        wide
        disabled={!connected}
        busy={list.isFetchingNextPage && t('common:loading')}
        onClick={() => void more()}
      >
        {label}
      </Button>
    </>
  );
}
