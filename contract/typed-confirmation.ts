/** What is compared of words that somebody types to confirm a change: spaces, case, ё and marks make no difference. */
export const foldTypedConfirmation = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
