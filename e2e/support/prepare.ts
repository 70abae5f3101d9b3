import { buildWeb } from '../../server/web-build.ts';
import { prepareUniversity } from './lived.ts';
import { livedUniversity } from './portal.ts';

/** Once a run: the pages are built, and a university is made whose people act in it, unless the run has one already. */
export default async function prepare(): Promise<() => Promise<void>> {
  await buildWeb(() => undefined);
  if (livedUniversity()) return async () => undefined;
  const { environment, forget } = await prepareUniversity();
  Object.assign(process.env, environment);
  return forget;
}
