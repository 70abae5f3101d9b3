import { useState } from 'react';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { readStoredValue, writeStoredValue } from '../../core/storage.ts';

const most = 5;

function read(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStoredValue(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** The person's last five searches that led somewhere; on a shared computer they live as long as the page. */
export function useRecentSearches() {
  const { user } = useAtom(session);
  const key = `find/${user?.uid ?? 0}`;
  const [recent, setRecent] = useState(() => read(key));
  const keep = (next: string[]) => {
    writeStoredValue(key, next.length ? JSON.stringify(next) : null);
    setRecent(next);
  };
  return {
    recent,
    add: (text: string) => keep([text, ...read(key).filter((one) => one !== text)].slice(0, most)),
    remove: (text: string) => keep(read(key).filter((one) => one !== text)),
  };
}
