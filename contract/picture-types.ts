/** Kinds of pictures that the portal works on: it takes out of them where they were taken, and draws small ones. */
export const processedPictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Kinds of files that pages show as pictures. */
export const pictureTypes: readonly string[] = [...processedPictureTypes, 'image/gif', 'image/avif'];
