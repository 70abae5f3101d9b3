/** Longest texts of a book or material, in code points. */
export const bookLimits = {
  name: 300,
  libraryName: 200,
  author: 200,
  libraryAuthor: 100,
  description: 500,
  pages: 32_767,
  search: 200,
};
