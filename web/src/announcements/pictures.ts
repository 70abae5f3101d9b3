const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** Whether a file is shown as a picture: the server makes small ones of these. */
export const isShownAsPicture = ({ type }: { readonly type: string }): boolean => types.has(type);
