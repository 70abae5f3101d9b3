import { testTime } from '../../server/test/moment.ts';
import { endHost, runHostTask } from './host.ts';
import { preparedUniversityEnvVars } from './portal.ts';

/** When the people act: an hour before the tests, so that all of it lies behind whoever looks. */
const before = new Date(Date.parse(testTime) - 3_600_000).toISOString();

/** A university whose people have acted: what the environment of the tests names it by, and what removes it. */
export interface PreparedUniversity {
  environment: Record<string, string>;
  forget(): Promise<void>;
}

/** Makes the university that each portal of the tests begins as a copy of; once a run. */
export async function prepareUniversity(): Promise<PreparedUniversity> {
  await runHostTask('clock', { at: before });
  const university = await runHostTask('live', null);
  return {
    environment: {
      [preparedUniversityEnvVars.database]: university.databaseUrl,
      [preparedUniversityEnvVars.folder]: university.dataDir,
    },
    async forget() {
      await runHostTask('forget', university);
      await endHost();
    },
  };
}
