import { accountArchiveParts } from './account.queries.ts';
import { conversationArchiveParts } from './conversations.queries.ts';
import { fileArchiveParts } from './files.queries.ts';
import type { ArchivePart } from './part.ts';
import { studyArchiveParts } from './study.queries.ts';
import { workArchiveParts } from './work.queries.ts';

/** Every table of a person's archive, in the order of its index. */
export const archiveParts: readonly ArchivePart[] = [
  ...accountArchiveParts,
  ...studyArchiveParts,
  ...workArchiveParts,
  ...conversationArchiveParts,
  ...fileArchiveParts,
];
