/** One thing that was looked at: it is good, worth a look, or broken; what to do is in the sentence. */
export interface DoctorFinding {
  readonly kind: 'good' | 'hint' | 'fault';
  readonly text: string;
}

export const goodFinding = (text: string): DoctorFinding => ({ kind: 'good', text });
export const hintFinding = (text: string): DoctorFinding => ({ kind: 'hint', text });
export const faultFinding = (text: string): DoctorFinding => ({ kind: 'fault', text });
