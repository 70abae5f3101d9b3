/** What the newest announcements are asked for with (news.data), the same in the first answer and on the pages. */
export const firstNewsPageInput = { page: 1 } as const;
