import { readdirSync, rmSync, statSync } from 'node:fs';

/** What a release puts into its folder, also one that was ended half-way. */
const ours = /^(bilim[-_]\d.*|SHA256SUMS|Containerfile|compose\.yaml|debian)$/;
/** By which one knows that it was a release. */
const surely = /^bilim[-_]\d/;

/**
 * Looks whether a release may take a folder for itself.
 * @throws Error when something else lies there: a mistyped path must not cost anybody their files
 */
export function checkReleaseFolder(path: string): void {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return;
  if (!info.isDirectory()) throw new Error(`${path} is no folder: name another one.`);
  const names = readdirSync(path);
  const strange = names.find((name) => !ours.test(name));
  if (strange !== undefined || (names.length > 0 && !names.some((name) => surely.test(name))))
    throw new Error(
      `${path} holds ${strange ?? names[0]}, which no release has put there: name an empty folder, or one of an earlier release.`,
    );
}

/** Empties the folder of a release, and throws as `checkReleaseFolder` does. */
export function removeReleaseFolder(path: string): void {
  checkReleaseFolder(path);
  rmSync(path, { recursive: true, force: true });
}
