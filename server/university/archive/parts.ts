import { accountParts } from './account.queries.ts';
import { conversationArchiveParts } from './conversations.queries.ts';
import { fileParts } from './files.queries.ts';
import type { ArchivePart } from './part.ts';
import { studyArchiveParts } from './study.queries.ts';
import { workParts } from './work.queries.ts';

/** Every table of a person's archive, in the order of its index. */
export const archiveParts: readonly ArchivePart[] = [
  ...accountParts,
  ...studyArchiveParts,
  ...workParts,
  ...conversationArchiveParts,
  ...fileParts,
];
