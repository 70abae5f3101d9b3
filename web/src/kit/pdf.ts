import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

export type Pdf = PDFDocumentProxy;

/** Opens a PDF piece by piece: only what the shown pages need is fetched. Give it back with `close`. */
export function openPdf(source: { url: string } | { data: ArrayBuffer }): { pdf: Promise<Pdf>; close: () => void } {
  const task = getDocument({
    ...source,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 128 * 1024,
    useWasm: false,
    verbosity: 0,
  });
  return { pdf: task.promise, close: () => void task.destroy() };
}

/** How many pages a PDF on this machine has; null when it cannot be read. */
export async function countPages(file: File): Promise<number | null> {
  const opened = openPdf({ data: await file.arrayBuffer() });
  try {
    return (await opened.pdf).numPages;
  } catch {
    return null;
  } finally {
    opened.close();
  }
}
