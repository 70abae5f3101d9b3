/** What the clerk's day asks of the desk's queue (singlewindow.queue), the same in the first answer and on the page. */
export const deskQueueFilters = {
  /** Orders that nobody has taken yet, those that wait longest first. */
  waiting: { status: 'waiting' },
  /** Papers that lie for longer than two weeks. */
  uncollected: { status: 'prepared', isHanded: false, isLying: true },
} as const;
