/** The programs that people know these files by. */
export type OfficeProgram = 'word' | 'excel' | 'powerpoint';

const openDocument = 'application/vnd.oasis.opendocument';
const openXml = 'application/vnd.openxmlformats-officedocument';

/** Office files that are read as pages, by their types: how they end, and in which program they open elsewhere. */
export const officeFileTypes: Readonly<
  Record<string, { readonly extension: string; readonly program: OfficeProgram }>
> = {
  [`${openXml}.wordprocessingml.document`]: { extension: 'docx', program: 'word' },
  [`${openXml}.presentationml.presentation`]: { extension: 'pptx', program: 'powerpoint' },
  [`${openXml}.spreadsheetml.sheet`]: { extension: 'xlsx', program: 'excel' },
  [`${openDocument}.text`]: { extension: 'odt', program: 'word' },
  [`${openDocument}.presentation`]: { extension: 'odp', program: 'powerpoint' },
  [`${openDocument}.spreadsheet`]: { extension: 'ods', program: 'excel' },
  'application/msword': { extension: 'doc', program: 'word' },
  'application/vnd.ms-powerpoint': { extension: 'ppt', program: 'powerpoint' },
  'application/vnd.ms-excel': { extension: 'xls', program: 'excel' },
  'application/rtf': { extension: 'rtf', program: 'word' },
};

/** The conversion status of an office file: its pages can be read, they are being made or can be, or there will be none. */
export type OfficePdfStatus = 'ready' | 'coming' | 'none';
