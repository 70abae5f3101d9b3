/** One thing that was looked at: it is good, worth a look, or broken; what to do is in the sentence. */
export interface Finding {
  readonly kind: 'good' | 'hint' | 'fault';
  readonly text: string;
}

export const goodFinding = (text: string): Finding => ({ kind: 'good', text });
export const hintFinding = (text: string): Finding => ({ kind: 'hint', text });
export const faultFinding = (text: string): Finding => ({ kind: 'fault', text });
