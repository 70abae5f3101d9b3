import { useEffect, useState } from 'react';
import { readStoredValue, writeStoredValue } from '../../core/storage.ts';
import type { ChosenTerm } from './registration.data.ts';

/** Choices that are not confirmed yet: of each discipline the stream of each class type. */
export type RegistrationDrafts = Readonly<Record<string, Readonly<Record<number, number>>>>;

const placeOf = (uid: number, term: ChosenTerm) => `registration/${uid}/${term.id_a_year}/${term.id_semester}`;

function read(place: string | null): RegistrationDrafts {
  try {
    return place ? ((JSON.parse(readStoredValue(place) ?? '{}') as RegistrationDrafts | null) ?? {}) : {};
  } catch {
    return {};
  }
}

/** Choices that this device keeps until they are confirmed; other tabs see them at once. */
export function useRegistrationDrafts(uid: number, term: ChosenTerm | null) {
  const place = term && placeOf(uid, term);
  const [kept, setKept] = useState({ place, drafts: read(place) });
  if (kept.place !== place) setKept({ place, drafts: read(place) });
  useEffect(() => {
    const look = ({ key }: StorageEvent) => {
      if (key === place) setKept({ place, drafts: read(place) });
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [place]);
  const put = (change: (drafts: RegistrationDrafts) => RegistrationDrafts) => {
    if (!place) return;
    // What another tab has kept meanwhile stays.
    const drafts = change(read(place));
    writeStoredValue(place, Object.keys(drafts).length ? JSON.stringify(drafts) : null);
    setKept({ place, drafts });
  };
  return {
    drafts: kept.place === place ? kept.drafts : {},
    /** Chooses a stream; `instead`: disciplines of the same block, of which only one is taken. */
    choose: (discipline: string, classType: number, stream: number, instead: readonly string[]) =>
      put((drafts) => ({
        ...Object.fromEntries(Object.entries(drafts).filter(([key]) => !instead.includes(key))),
        [discipline]: { ...drafts[discipline], [classType]: stream },
      })),
    forget: (discipline: string) =>
      put((drafts) => Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== discipline))),
  };
}
