import { moment } from '../../server/test/moment.ts';
import { buildWeb } from '../../server/web-build.ts';
import { askHost, endHost } from './host.ts';
import { lived } from './portal.ts';

/** When the people act: an hour before the tests, so that all of it lies behind whoever looks. */
const before = new Date(Date.parse(moment) - 3_600_000).toISOString();

/** Once a run: a university is made and its people act in it. Each portal of the tests begins as a copy of that. */
export default async function prepare(): Promise<() => Promise<void>> {
  await buildWeb(() => undefined);
  await askHost('clock', { at: before });
  const university = await askHost('live', null);
  process.env[lived.database] = university.databaseUrl;
  process.env[lived.folder] = university.dataDir;
  return async () => {
    await askHost('forget', university);
    await endHost();
  };
}
