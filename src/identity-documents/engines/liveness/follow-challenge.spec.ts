import { Random } from '../../../../scripts/mrz/random.js';
import { landmarkFilm, seenFace, type Shown } from '../../../../test/support/landmark-films.js';
import { type ChallengeStep, drawChallenge } from './challenge.js';
import { followChallenge, type ReceivedFrame } from './follow-challenge.js';
import { headPose } from './head-pose.js';

const STEPS: ChallengeStep[] = ['straight_ahead', 'turn_left', 'turn_right', 'come_closer'];
const HEAD: Shown = { shape: 'head' };

function film(yaws: readonly number[]): ReceivedFrame[] {
  const random = new Random(9);
  return yaws.map((yaw, index) => ({
    observation: seenFace(HEAD, { yaw }, random),
    receivedAtMs: 400 * (index + 1),
    answeredAtMs: 400 * (index + 1),
  }));
}

describe('following a challenge', () => {
  test('reaches every step in order and finishes with the last', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const reached = frames.map((_, index) => followChallenge(STEPS, frames.slice(0, index + 1)).reached);
    expect(reached).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
    expect(followChallenge(STEPS, frames).finished).toBe(true);
  });

  test('counts a turn only when it is held for two frames', () => {
    expect(followChallenge(STEPS, film([0, 0, 30, 0])).reached).toBe(1);
    expect(followChallenge(STEPS, film([0, 0, 30]))).toMatchObject({ reached: 1, hint: 'hold_still' });
    expect(followChallenge(STEPS, film([0, 0, 30, 30])).reached).toBe(2);
  });

  test('counts a turn only when it is large enough for measuring depth', () => {
    expect(followChallenge(STEPS, film([0, 0, 12]))).toMatchObject({ reached: 1, hint: 'turn_further' });
    expect(followChallenge(STEPS, film([0, 0, 19, 19]))).toMatchObject({ reached: 1, hint: 'turn_further' });
    expect(followChallenge(STEPS, film([0, 0, 19, 19, 24, 24])).reached).toBe(2);
    expect(followChallenge(STEPS, film([0, 0, -12]))).toMatchObject({ finished: false, hint: null });
    expect(followChallenge(STEPS, film([0, 0, -19]))).toMatchObject({ reached: 1, finished: true });
  });

  test('allows staying in the pose just reached, but not returning to it', () => {
    expect(followChallenge(STEPS, film([0, 0, 30, 30, 31, 29])).finished).toBe(false);
    expect(followChallenge(STEPS, film([0, 0, 30, 30, 15, 30])).finished).toBe(false);
    expect(followChallenge(STEPS, film([0, 0, 30, 30, 0, 30]))).toMatchObject({ reached: 2, finished: true });
  });

  test('ends the challenge on a wrong turn', () => {
    expect(followChallenge(STEPS, film([0, 0, -30]))).toMatchObject({ reached: 1, finished: true });
  });

  test('ends the challenge when the face comes closer too early, not when it stays close', () => {
    const early = landmarkFilm(['straight_ahead', 'come_closer'], HEAD);
    expect(followChallenge(STEPS, early)).toMatchObject({ reached: 1, finished: true });
    const asked: ChallengeStep[] = ['straight_ahead', 'come_closer', 'turn_left'];
    expect(followChallenge(asked, early)).toMatchObject({ reached: 2, finished: false });
  });

  test('hints at what is wrong with the current frame', () => {
    const [frame] = film([0]);
    const seen = (change: object) =>
      followChallenge(STEPS, [{ ...frame!, observation: { ...frame!.observation, ...change } }]).hint;
    const [face] = frame!.observation.faces;
    expect(seen({})).toBeNull();
    expect(seen({ faces: [] })).toBe('no_face');
    expect(seen({ faces: [face, face] })).toBe('several_faces');
    expect(seen({ brightness: 20 })).toBe('too_dark');
    expect(seen({ faces: [{ ...face, box: { x: 220, y: 300, width: 40, height: 40 } }] })).toBe('too_far');
    expect(seen({ faces: [{ ...face, box: { x: 0, y: 0, width: 400, height: 400 } }] })).toBe('too_close');
    expect(seen({ faces: [{ ...face, box: { x: 380, y: 300, width: 100, height: 100 } }] })).toBe(
      'off_centre',
    );
  });
});

describe('drawing a challenge', () => {
  test('starts every sequence straight ahead, turns both ways and repeats no move', () => {
    const orders = Array.from({ length: 22 }, (_, number) => drawChallenge((choices) => number % choices));
    expect(new Set(orders.map(String)).size).toBe(22);
    for (const order of orders) {
      expect(order[0]).toBe('straight_ahead');
      expect(order).toEqual(expect.arrayContaining(['turn_left', 'turn_right']));
      expect(order.every((step, index) => step !== order[index - 1])).toBe(true);
      expect(order.length).toBeGreaterThanOrEqual(4);
      expect(order.length).toBeLessThanOrEqual(5);
    }
  });
});

describe('head pose', () => {
  test.each([-40, -25, -18, 0, 18, 25, 40])('estimates a yaw of %i within 8 degrees', (yaw) => {
    const { faces } = seenFace({ shape: 'head', noise: 0 }, { yaw }, new Random(1));
    expect(Math.abs(headPose(faces[0]!.landmarks).yaw - yaw)).toBeLessThan(8);
  });
});
