import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from './http.ts';
import type { TestClient } from './test-client.ts';

const { archive } = callsByRoom;

/** How a person's archive stands. */
export async function fetchArchiveState(person: TestClient) {
  const [found] = await person.get(archive.state);
  if (!found) throw new Error('an archive stands in some way always');
  return found;
}

/** Asks for a person's archive and waits until it is ready, or has failed. */
export async function createArchive(person: TestClient) {
  await person.get(archive.make);
  await waitUntil('the archive is made', async () => (await fetchArchiveState(person)).state !== 'making');
  return await fetchArchiveState(person);
}

/** A key that opens a person's archive. */
export async function fetchArchiveKey(person: TestClient): Promise<string> {
  return (await person.get(archive.key))[0]?.key ?? '';
}

/** What the address of an archive answers. */
export async function fetchArchive(person: TestClient, key: string, headers: Record<string, string> = {}) {
  const response = await person.fetch(`${archive.file.path}?key=${encodeURIComponent(key)}`, { headers });
  return { response, body: new Uint8Array(await response.arrayBuffer()) };
}
