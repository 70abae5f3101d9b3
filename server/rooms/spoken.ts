import { speakOfTalks } from '../delivery/messages.ts';
import { speakOfSignIns, speakOfWays } from '../delivery/signins.queries.ts';
import type { Renderers } from '../delivery/spoken.ts';

/** Who speaks for rows of `delivery` that stand for no notices, by topic. */
export const speakers: Renderers = {
  personal: speakOfTalks,
  groups: speakOfTalks,
  device: speakOfSignIns,
  ways: speakOfWays,
};
