/** Files that a recipe may read. */
const readable = /\.(csv|xlsx)$/i;

/** What was uploaded last, and as which upload: a sheet that is no table goes on to the recipes without being chosen again. */
let last: { readonly job: number; readonly files: readonly File[] } | null = null;

/** Remembers the files of an upload, until the page is left. */
export function storeUploadFiles(job: number, files: readonly File[]): void {
  last = { job, files: files.filter(({ name }) => readable.test(name)) };
}

/** Gives the files of an upload away, once; none when it was made elsewhere. */
export function takeStoredUploadFiles(job: number | undefined): readonly File[] {
  if (last === null || last.job !== Number(job)) return [];
  const { files } = last;
  last = null;
  return files;
}
