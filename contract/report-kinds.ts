/** Why a message is reported. */
export const reportKinds = ['insult', 'indecent', 'threat', 'spam', 'else'] as const;
export type ReportKind = (typeof reportKinds)[number];
