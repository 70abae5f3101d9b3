/** A reason why a program cannot start or go on; its message is one sentence for the operator, shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** The sentence to show for anything that was thrown while starting. */
export function startupErrorMessage(failure: unknown): string {
  if (failure instanceof AggregateError && failure.errors.length > 0) return startupErrorMessage(failure.errors[0]);
  return failure instanceof Error ? failure.message : String(failure);
}
