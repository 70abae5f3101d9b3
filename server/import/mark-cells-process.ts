import { initializeHelperProcess } from '../core/helper-process.ts';
import { annotateFaultyFiles, type CellFault } from './marked-cells.ts';

/** Notes in the cells of a folder's files: a process of its own, so that nobody waits while a large sheet is written. */
initializeHelperProcess();
process.once('message', (remarks: readonly CellFault[]) => {
  void annotateFaultyFiles(process.env.IMPORT_FOLDER ?? '', remarks).then((marked) =>
    process.send?.(marked, undefined, undefined, () => process.disconnect?.()),
  );
});
