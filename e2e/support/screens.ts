/** The two screens of the tests: a desktop's, and a phone's with a finger. */
export const desktopScreen = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
export const phoneScreen = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  colorScheme: 'light',
} as const;
