/** What a notice may be about. The constraint `notice_kind` of the table `notice` has the same list. */
export const noticeKinds = [
  'mark',
  'absences',
  'journals',
  'material',
  'lesson',
  'holiday',
  'group',
  'stream',
  'order',
  'news',
  'seat',
  'window',
  'right',
  'message',
  'load',
  'signInMethods',
  'archive',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
