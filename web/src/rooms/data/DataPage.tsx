import { useSearchParams } from '../../core/searchParams.ts';

import { ImportOverview } from './ImportOverview.tsx';
import { JobPage } from './JobPage.tsx';

/** The university's tables: what was loaded, and one load step by step. */
export default function DataPage() {
  const { job } = useSearchParams<'/data'>();
  const id = Number(job);
  return Number.isSafeInteger(id) && id > 0 ? <JobPage key={id} id={id} /> : <ImportOverview />;
}
