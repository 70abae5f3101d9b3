import type { OfficePdfStatus, OfficeProgram } from '@bilim/contract/office-files.ts';

/** The pages of an office file as a PDF: whether they are there, where, and which program opens the file itself. */
export interface OfficePages {
  readonly state: OfficePdfStatus;
  readonly program: OfficeProgram;
  readonly href?: string;
  readonly size?: number;
}

/** What is read, and where its file is. */
export interface ReadableFile {
  readonly title: string;
  readonly fileName: string;
  readonly size: number;
  readonly type: string;
  /** Address of the file without `inline`. */
  readonly href: string;
  /** Address of a web book that was opened for this person. */
  readonly webBook?: string | undefined;
  /** The file as it is kept on this device. */
  readonly copy?: Blob | null | undefined;
  /** Of an office file. */
  readonly pages?: OfficePages | null | undefined;
}

/** Where a file is shown from, where it is saved from and under which name. */
export interface FileAddresses {
  readonly inline: string;
  readonly href: string;
  readonly saveAs: string | true;
}

/** Whether the reader shows a file itself; others are offered as a download. */
export function isShownByReader(type: string): boolean {
  return (
    type === 'application/pdf' ||
    type === 'text/plain' ||
    /^(image|audio|video)\//.test(type.replace('image/svg+xml', ''))
  );
}
