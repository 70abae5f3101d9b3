import type { PageParams } from '@bilim/contract/page-params.ts';
import { useNavigate } from '@tanstack/react-router';
import { useSearchParams } from '../../core/searchParams.ts';
import type { QueueFilter } from './desk.data.ts';

/** Which orders are shown, as the address says it: a view can be sent. */
export function useDeskFilter() {
  const search = useSearchParams('/desk');
  const navigate = useNavigate();
  const { status = 'waiting', document, faculty, order } = search;
  const find = search.find?.trim() ?? '';
  const isOld = status === 'waiting' && search.old === true;
  const isHanded = status === 'prepared' ? search.handed === true : undefined;
  const isLying = isHanded === false && search.lying === true;
  const wanted: QueueFilter = {
    status,
    ...(document && { id_okno_document: document }),
    ...(faculty && { id_faculty: faculty }),
    ...(find && { find }),
    ...(isOld && { isOld }),
    ...(isHanded !== undefined && { isHanded }),
    ...(isLying && { isLying }),
  };
  const change = (what: PageParams<'/desk'>) =>
    void navigate({ to: '.', search: { ...search, ...what }, replace: true });
  const isScan = search.scan === true;
  return {
    status,
    document,
    faculty,
    find,
    isOld,
    isHanded: isHanded ?? false,
    isLying,
    isScan,
    order,
    wanted,
    change,
  };
}
