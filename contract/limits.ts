/**
 * Sizes that browser and server share; start-limits.ts has those of the sign-in page. Those that a university may set come
 * with the config reply instead.
 */
export const limits = {
  /** News items a page (docs/wire.md#news). */
  newsPageSize: 10,
  /** Chat messages a page (docs/wire.md#chat). */
  chatPageSize: 20,
  /** Unicode code points of one chat message. */
  messageLength: 4000,
  /** Minutes within which one's own chat message may be edited. */
  editMinutes: 15,
  /** Unicode code points of one announcement. */
  newsLength: 10_000,
  /** Code points of a reason that the registration office gives. */
  reasonLength: 500,
  /** Streams a page of the registration office. */
  officePageSize: 50,
  /** From this share of its seats on a stream is nearly full. */
  nearlyFullShare: 0.8,
  /** Below this share of its seats a stream is nearly empty. */
  nearlyEmptyShare: 0.2,
  /** Files of one message or announcement. */
  fileCount: 10,
  /** Characters of a file's name. */
  fileName: 255,
  /** Characters of a file's name on screen; the rest becomes an ellipsis. */
  fileNameShown: 20,
  /** Notices a page, how many of the new ones are counted, and how many are noted as seen in one call. */
  noticePageSize: 20,
  noticesCounted: 100,
  noticesSeen: 100,
  /** Days after which a notice is removed. */
  noticeDays: 180,
  /** Messages that a person may report in a day. */
  reportsADay: 10,
  /** Days for which what a moderator removed can be brought back. */
  removedDays: 90,
} as const;

/** Characters of each part of a person's name. */
export const maxNameLength = 60;
/** Characters of what a faculty says about forgotten passwords. */
export const maxPasswordHelpLength = 300;
/** Searches, and papers (PDF), that one person may ask for in a minute. */
export const maxSearchesPerMinute = 120;
export const maxPdfsPerMinute = 20;
/** Lists that one person may take along as files in a minute. */
export const maxExportsPerMinute = 10;
/** Files of each kind (materials, books) that a person keeps on one device. */
export const maxOfflineFiles = 500;
/** Rows a page of a report, the most rows of its file, and from how many absences on a student is in it. */
export const reportPageSize = 50;
export const maxReportRows = 20_000;
export const minReportedAbsences = 10;
/** Addresses that a person may give for mails in an hour, and the longest one (RFC 5321, 4.5.3.1.3). */
export const maxMailAddressesPerHour = 5;
export const maxMailAddressLength = 254;
/** Conversations a page of the inbox, and the most that one person pins. */
export const inboxPageSize = 30;
export const maxPinnedConversations = 10;
/** Groups to which one message goes, or in whose journals one act is written, at once. */
export const maxGroupsPerRequest = 30;
/** Longest reason that a clerk gives, in Unicode code points. */
export const maxReasonLength = 500;
/** Longest line of the clerk to the owner of an order, in code points. */
export const maxOrderNoteLength = 300;
/** Most orders of one person that are listed, newest first. */
export const maxOrdersListed = 200;
/** Orders a page of the clerk's queue, and the most that are moved at once. */
export const deskQueuePageSize = 25;
/** The most orders of one action of the desk. */
export const maxDeskBatch = 1000;
/** The most papers in one file: as many transcripts fit into the memory of the thread that lays them out. */
export const maxOrdersPerPdf = 40;
/** An action of the desk can be taken back within so many minutes. */
export const deskUndoMinutes = 10;
/** Ids of the journal's mark list that are not marks: absent, and "take the entry back" (docs/wire.md#journal). */
export const absentMarkId = 6;
export const clearMarkId = 8;
/** Largest picture that may be handed in as a photo, in bytes. */
export const maxPhotoBytes = 5 * 1024 * 1024;
/** Millions of pixels of the largest picture that the portal draws: a photo, a small copy. */
export const maxPictureMegapixels = 25;
/** Side of a stored photo in pixels. */
export const photoSidePixels = 256;
/** People whose photos are asked for at once. */
export const maxPhotosAtOnce = 60;
/** Longest name of a day without classes, in code points. */
export const maxHolidayNameLength = 80;
/** Faculties by which a list is narrowed at once. */
export const maxFacultiesAtOnce = 50;
/** People whom somebody opened last that are kept at hand. */
export const maxRecentPeople = 5;
/** A right that expires within so many days is reported to whoever manages accounts. */
export const expiringPermissionDays = 30;
/** Longest text about the data of people, in one language. */
export const maxPrivacyTextLength = 4000;
/** Days in which two accounts that were merged can be parted again. */
export const mergeUndoDays = 30;
