import { serveTheParent } from '../core/helper-process.ts';
import { markedFiles, type Remark } from './marked.ts';

/** Notes in the cells of a folder's files: a process of its own, so that nobody waits while a large sheet is written. */
serveTheParent();
process.once('message', (remarks: readonly Remark[]) => {
  void markedFiles(process.env.IMPORT_FOLDER ?? '', remarks).then((marked) =>
    process.send?.(marked, undefined, undefined, () => process.disconnect?.()),
  );
});
