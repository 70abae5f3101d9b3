import { buildWeb } from '../../server/web-build.ts';
import { readPreparedUniversity } from './portal.ts';
import { prepareUniversity } from './prepared-university.ts';

/** Once a run: the pages are built, and a university is made whose people act in it, unless the run has one already. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await buildWeb(() => undefined);
  if (readPreparedUniversity()) return async () => undefined;
  const { environment, forget } = await prepareUniversity();
  Object.assign(process.env, environment);
  return forget;
}
