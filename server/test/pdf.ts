import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a PDF as another library reads it, in one line. */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: bytes, verbosity: 0 });
  const document = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => (await document.getPage(index + 1)).getTextContent()),
  );
  const text = pages.flatMap((page) => page.items.map((item) => ('str' in item ? item.str : ''))).join(' ');
  await task.destroy();
  return text.replace(/\s+/g, ' ');
}
