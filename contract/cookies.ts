/** The text of a cookie's value. What is no encoded text was not written by the portal: it stays as it is and ends nothing. */
export function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
