/** Why a message is reported. */
export const messageReportReasons = ['insult', 'indecent', 'threat', 'spam', 'else'] as const;
export type MessageReportReason = (typeof messageReportReasons)[number];
