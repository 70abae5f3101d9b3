const tones = { good: 880, bad: 220 } as const;
const seconds = 0.15;

/** A short sound: high where it went well, low where it did not; nothing where the browser has no sound. */
export function playBeep(isGood: boolean): void {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = isGood ? tones.good : tones.bad;
  volume.gain.value = 0.1;
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + seconds);
}
