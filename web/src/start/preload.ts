/** What the build hands to the first script about each page, by the first part of its address. */
export interface PreloadList {
  /** What follows `<link rel=`; a star stands for the language. */
  links: string[];
  /**
   * Also `sidebar` for what wide screens show beside each page, a page with a role's number for that role's part, `fonts`
   * for the fonts of every language and a language for its own.
   */
  pages: Record<string, number[]>;
  /** The page at /lms. */
  home: string;
  /** Addresses that the first script asks. */
  calls: { page: string; authenticate: string };
  /** In each language the names of pages, and as `tabs` those of the phone's tabs. */
  names: Record<string, Record<string, string | string[]>>;
}
