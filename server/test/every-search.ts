import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { ChatFixture } from './chat.ts';
import type { TestClient } from './test-client.ts';

const { chat, search, journal, library, registration, singlewindow, umk } = callsByRoom;

/** Every search there is, and which groups of the one search were asked and found something. */
export type EverySearch = ReturnType<typeof createEverySearch>;

/** Every search there is, with the words that it is asked for. What somebody may not ask finds nothing. */
export function createEverySearch(chatFixture: ChatFixture) {
  const groups = { asked: new Set<string>(), found: new Set<string>() };
  /** All rows of the one search, whichever groups the contract has. */
  function rowsOf(found: Readonly<Record<string, { readonly rows: readonly object[] }>> = {}): object[] {
    for (const [name, { rows }] of Object.entries(found)) {
      groups.asked.add(name);
      if (rows.length) groups.found.add(name);
    }
    return Object.values(found).flatMap(({ rows }) => rows);
  }
  const searches = {
    names: async (who: TestClient, text: string) => rowsOf((await who.get(search.names, { text }))[0]),
    texts: async (who: TestClient, text: string) => rowsOf((await who.get(search.texts, { text }))[0]),
    messages: (who: TestClient, text: string) => who.get(chat.find, { text }),
    contacts: (who: TestClient, text: string) => who.get(chat.findPeople, { text }),
    inOneConversation: async (who: TestClient, text: string) =>
      (await who.ask(chat.search, { ...chatFixture.personal(chatFixture.teacher), text })).data ?? [],
    inTheGroup: async (who: TestClient, text: string) =>
      (await who.ask(chat.search, { ...chatFixture.group(), text })).data ?? [],
    library: (who: TestClient, text: string) => who.get(library.search, { text }),
    materials: (who: TestClient, text: string) => who.get(umk.search, { text }),
    desk: async (who: TestClient, text: string) => (await who.ask(singlewindow.queue, { find: text })).data ?? [],
    office: async (who: TestClient, text: string) =>
      (await who.ask(registration.officeFind, { search: text })).data ?? [],
    journals: async (who: TestClient, text: string) => {
      const { year, ws } = chatFixture.course;
      return (await who.ask(journal.journals, { id_a_year: year, id_ws: ws, search: text })).data ?? [];
    },
  };
  return { searches, groups };
}
