/** The failure part of the envelope (BASE-08). */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** With 401 `login.proof` only. */
  readonly proof?: ProofOfWorkChallenge;
}

/**
 * Work that a browser does before its sign-in is looked at: find a number such that the SHA-256 of the text
 * `challenge:number` begins with `bits` zero bits, and send that text as `proof` with the same login. It holds once, for
 * two minutes, from the same address.
 */
export interface ProofOfWorkChallenge {
  readonly challenge: string;
  readonly bits: number;
}
