import { useEffect } from 'react';
import { useSearchParams } from '../../core/searchParams.ts';
import { ImportJobPage } from './ImportJobPage.tsx';
import { ImportOverview } from './ImportOverview.tsx';

/** The university's tables: what was loaded, and one load step by step. */
export default function DataPage() {
  const { job: id } = useSearchParams('/data');
  useFilesStayOut();
  return id ? <ImportJobPage key={id} id={id} /> : <ImportOverview />;
}

/** Where no place for files is, one that is let go would take the browser away from the portal. */
function useFilesStayOut(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}
