import { speakOfTalks } from '../delivery/messages.ts';
import { speakOfSignIns, speakOfWays } from '../delivery/signins.queries.ts';
import type { Speakers } from '../delivery/spoken.ts';

/** Who speaks for rows of `delivery` that stand for no notices, by topic. */
export const speakers: Speakers = {
  personal: speakOfTalks,
  groups: speakOfTalks,
  device: speakOfSignIns,
  ways: speakOfWays,
};
