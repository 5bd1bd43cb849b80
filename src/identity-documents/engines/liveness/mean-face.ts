/**
 * Distance of each of the 68 landmarks behind the tip of the nose on a mean face, in tenths of millimetres.
 */
const BEHIND_NOSE = [
  1000, 960, 880, 780, 630, 460, 310, 190, 130, 190, 310, 460, 630, 780, 880, 960, 1000, 300, 220, 180, 160,
  155, 155, 160, 180, 220, 300, 185, 125, 60, 0, 125, 100, 85, 100, 125, 275, 235, 228, 240, 235, 240, 240,
  228, 235, 275, 240, 235, 255, 180, 130, 115, 130, 180, 255, 190, 155, 145, 155, 190, 235, 155, 145, 155,
  235, 165, 155, 165,
];
/** Distance between the eyes and the mouth of a mean face, in tenths of millimetres. */
const EYES_TO_MOUTH = 711;

/**
 * Depth of a landmark on a mean face, in eye-to-mouth distances; 0 at the tip of the nose, negative behind
 * it.
 */
export function meanDepth(index: number): number {
  return -BEHIND_NOSE[index]! / EYES_TO_MOUTH;
}
