/** Keeps a number on the line of the word that it is joined to by a hyphen: «18-ноябрь», «101-ауд.», «2-ч. топ». */
export const insertWordJoiners = (text: string): string => text.replace(/(?<=\d-)(?=\p{Ll})/gu, '\u2060');
