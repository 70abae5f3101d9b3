import type { Db } from '../database/database.ts';
import { hasPushKeys, storePushKeys } from './push-keys.queries.ts';

/** Makes the portal's keys at its very first start. */
export async function ensurePushKeys(db: Db): Promise<void> {
  if (await hasPushKeys(db)) return;
  const { default: webpush } = await import('web-push');
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  await storePushKeys(db, { public: publicKey, private: privateKey });
}
