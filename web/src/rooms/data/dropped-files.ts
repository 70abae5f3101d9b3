/** What was dropped or chosen: the files, and what people call it. */
export interface DroppedFiles {
  readonly name: string;
  readonly files: readonly File[];
}

/** Files that can be tables, or were meant as one and are listed as not known; a folder holds others too. */
const wanted = /\.(csv|xlsx|zip|xls|xlsm|ods|tsv|txt)$/i;
const besides = /^(\.|~\$|readme\.txt$)/i;
/** How deep a folder is looked into. */
const deepest = 3;

const filesIn = (all: readonly File[]): File[] => all.filter(({ name }) => wanted.test(name) && !besides.test(name));

/** So many names of files stand in the name of an upload; of the others it says how many they are. */
const maxNames = 3;

/** Code units of a name, as the server takes it. */
const longestName = 200;

/** Names the upload by its folder, or its first files. */
export function nameUpload(names: readonly string[], folder?: string): string {
  const others = names.length - maxNames;
  const shown = folder ? [folder] : [...names.slice(0, maxNames), ...(others > 0 ? [`+${others}`] : [])];
  const name = shown.join(', ');
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}

const nameOf = (files: readonly File[], folder: string | undefined) =>
  nameUpload(
    files.map(({ name }) => name),
    folder,
  );

/** The files of an input, which may have chosen a folder. */
export function filesFromInput(list: readonly File[]): DroppedFiles {
  const files = filesIn(list);
  const [folder] = files[0]?.webkitRelativePath.split('/') ?? [];
  return { files, name: nameOf(files, folder) };
}

/** What was dropped onto the page; folders are looked into. */
export async function filesFromDrop(data: DataTransfer): Promise<DroppedFiles> {
  // They are there only as long as the event lasts.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const loose = [...data.files];
  const folder = entries.find(({ isDirectory }) => isDirectory);
  const found = folder ? (await Promise.all(entries.map((entry) => filesOf(entry, 0)))).flat() : loose;
  const files = filesIn(found);
  return { files, name: nameOf(files, folder?.name) };
}

async function filesOf(entry: FileSystemEntry, depth: number): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  if (depth >= deepest) return [];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: FileSystemEntry[] = [];
  // A reader gives a hundred entries at a time.
  for (let some: FileSystemEntry[] = [entry]; some.length; all.push(...some))
    some = await new Promise((done, fail) => reader.readEntries(done, fail));
  return (await Promise.all(all.map((one) => filesOf(one, depth + 1)))).flat();
}
