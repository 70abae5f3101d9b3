import { useParams } from '@tanstack/react-router';
import { CheckPage } from './CheckPage.tsx';

/** Number and code as they stand in the address. */
export default function CheckRoute() {
  const { number = '', code = '' } = useParams({ strict: false }) as { number?: string; code?: string };
  return <CheckPage number={number} code={code} />;
}
