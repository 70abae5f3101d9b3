import { atom } from './atom.ts';

/** Below this width the layout is the phone's. */
const phone = matchMedia('(max-width: 899.92px)');

/** A resize counts after it has been quiet for this long, in milliseconds. */
const quiet = 200;

/**
 * State of the screen: phone layout, whether the person came back from a conversation to the contact list, and whether
 * one is open there. A conversation and the steps of a flow hide the tabs.
 */
export const screenState = atom({ mobile: phone.matches, backFromChat: false, inConversation: false, inFlow: false });

let pending: ReturnType<typeof setTimeout> | undefined;

phone.addEventListener('change', () => {
  clearTimeout(pending);
  pending = setTimeout(() => screenState.set({ ...screenState.get(), mobile: phone.matches }), quiet);
});

/** Changes what the page says of itself: back from a conversation, in one, in the steps of registering or ordering. */
export function updateScreenState(change: Partial<Omit<ReturnType<typeof screenState.get>, 'mobile'>>): void {
  screenState.set({ ...screenState.get(), ...change });
}
