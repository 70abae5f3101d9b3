import { useTranslation } from 'react-i18next';
import { BookSearchList } from '../../kit/BookSearchList.tsx';
import { shortName } from '../../kit/person.ts';
import { SearchEverywhereButton } from '../../kit/SearchEverywhereButton.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { useOfficeProgram } from '../../materials/officePages.data.ts';
import type { useMaterialSearch } from './umk.data.ts';

interface Props {
  found: ReturnType<typeof useMaterialSearch>;
  text: string;
  onOpen: (id: number, page: number | null) => void;
}

/** What the search over all disciplines found. */
export function MaterialSearchResults({ found, text, onOpen }: Props) {
  const { t } = useTranslation(['umk', 'reader']);
  const opensIn = useOfficeProgram();
  const elsewhere = (one: Parameters<typeof opensIn>[0]) => {
    const program = opensIn(one);
    return program && t(`reader:opensIn.${program}`);
  };
  if (found.isError && !found.data)
    return <LoadFailure title={t('failed')} failure={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return null;
  const n = found.data.length;
  if (!n) return <EmptyState title={t('foundNone', { text })} action={<SearchEverywhereButton words={text} />} />;
  return (
    <BookSearchList
      title={t('found', { count: n })}
      text={text}
      found={found.data.map((one) => ({
        key: String(one.id_books),
        name: one.bookName,
        fileName: one.isHTMLBook ? 'book.html' : one.fileName,
        about: [one.discipline, one.umkName, shortName(one.t_fio), one.apart, elsewhere(one)]
          .filter(Boolean)
          .join(' · '),
        page: one.page,
        snippet: one.snippet,
        marks: one.marks,
        onOpen: () => onOpen(one.id_books, one.page),
      }))}
    />
  );
}
