import { join } from 'node:path';
import { filesFolder } from '../files/store-location.ts';
import type { Settings } from '../settings.ts';

/** Where a file lies in the folder of a portal: what no part of the portal itself knows. */
export const buildStoredFilePath = ({ dataDir }: Pick<Settings, 'dataDir'>, key: string): string =>
  join(filesFolder(dataDir), key.slice(0, 2), key);
