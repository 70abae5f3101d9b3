import { readStoredValue, writeStoredValue } from '../../core/storage.ts';

const place = (key: string) => `draft:chat:${key}`;

/** The text that was left in a conversation, or ''. */
export const readDraft = (key: string): string => readStoredValue(place(key)) ?? '';

/** Keeps the text of a conversation; an empty one is forgotten. */
export const storeDraft = (key: string, text: string): void => writeStoredValue(place(key), text || null);
