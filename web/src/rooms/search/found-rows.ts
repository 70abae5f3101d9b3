import type { Output } from '@bilim/contract/call.ts';
import type { search } from '@bilim/contract/search.ts';

export type NameSearchResults = Output<typeof search.names>[number];
export type TextSearchResults = Output<typeof search.texts>[number];

/** What is searched: everything, or one group alone. */
export type SearchScope = 'all' | keyof NameSearchResults | keyof TextSearchResults;

/** A person whose account is looked after, as the search shows them. */
export interface AccountSearchResult {
  readonly id: number;
  readonly fio: string;
  /** Group or post, and what distinguishes them from their namesakes. */
  readonly about: string;
}
