/** Which files a form brings, and how large they may be. */
export interface FileRule {
  readonly field: 'file' | 'files';
  readonly most: number;
  /** Of each file. */
  readonly bytes?: number;
  /** Of all files together, and the code with which more is refused. */
  readonly together?: { readonly bytes: number; readonly refusal: string };
}
