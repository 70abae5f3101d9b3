/** Whether work failed because the disk, or the user's share of it, is full. */
export function isDiskFull(failure: unknown): boolean {
  const { code } = (failure ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
