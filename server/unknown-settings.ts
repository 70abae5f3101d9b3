import { readSettings } from './settings.ts';

const ownPrefix = 'BILIM_';

/**
 * Variables of the environment that look like a misspelt setting, each with the setting that was probably meant (null:
 * only our prefix is known). What else is in the environment is others' business.
 */
export function findMisspeltSettings(
  env: Record<string, string | undefined>,
): { name: string; suggestion: string | null }[] {
  const settings = settingNames();
  return Object.keys(env)
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const suggestion = settings.find((setting) => isNear(plain(name), plain(setting))) ?? null;
      return suggestion !== null || name.startsWith(ownPrefix) ? [{ name, suggestion }] : [];
    });
}

/** Every name that the settings are read from. */
function settingNames(): string[] {
  const names = new Set<string>();
  readSettings(
    new Proxy({} as Record<string, string | undefined>, {
      get(_, name) {
        names.add(String(name));
        return undefined;
      },
    }),
  );
  // The system's own, in which programs are looked for.
  names.delete('PATH');
  return [...names];
}

const plain = (name: string) =>
  name
    .replace(ownPrefix, '')
    .replaceAll(/[^A-Za-z]/g, '')
    .toUpperCase();

/** Whether two words are the same but for one letter that is wrong, missing, too many or swapped with its neighbour. */
function isNear(one: string, other: string): boolean {
  // Every start compares every variable with every setting, and hardly any two are as long.
  if (Math.abs(one.length - other.length) > 1) return false;
  const spellings = new Set(withoutOneLetter(one));
  return withoutOneLetter(other).some((spelling) => spellings.has(spelling));
}

const withoutOneLetter = (word: string) => [
  word,
  ...[...word].map((_, place) => word.slice(0, place) + word.slice(place + 1)),
];
