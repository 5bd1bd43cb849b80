import { Random } from '../../../../scripts/mrz/random.js';
import { landmarkFilm, poseFor, seenFace, type Shown } from '../../../../test/support/landmark-films.js';
import { posedFace } from './camera-pose.js';
import { type ChallengeStep } from './challenge.js';
import { type ReceivedFrame } from './follow-challenge.js';
import { judgeChallenge } from './judge-challenge.js';
import { type LivenessGateId } from './liveness-gate.js';

const STEPS: ChallengeStep[] = ['straight_ahead', 'turn_left', 'come_closer', 'turn_right'];
const HEAD: Shown = { shape: 'head' };

const outcomeOf = (frames: readonly ReceivedFrame[], id: LivenessGateId, steps = STEPS) =>
  judgeChallenge(steps, frames).gates.find((gate) => gate.id === id)!.outcome;

/** The same film with other observations in some frames. */
function altered(
  frames: readonly ReceivedFrame[],
  change: (frame: ReceivedFrame, index: number) => Partial<ReceivedFrame['observation']> | null,
): ReceivedFrame[] {
  return frames.map((frame, index) => ({
    ...frame,
    observation: { ...frame.observation, ...change(frame, index) },
  }));
}

/** A descriptor at this distance from the face's own. */
function drift<Face extends { descriptor: number[] }>(face: Face, distance: number): Face {
  return {
    ...face,
    descriptor: face.descriptor.map((value, index) => (index === 0 ? value + distance : value)),
  };
}

describe('judging a challenge', () => {
  test.each([1, 2, 3, 4, 5])('passes a head that follows the instructions (seed %i)', (seed) => {
    const verdict = judgeChallenge(STEPS, landmarkFilm(STEPS, HEAD, seed));
    expect(verdict).toMatchObject({ passed: true, score: 1, spoofDetected: false });
    expect(verdict.gates.map(({ outcome }) => outcome)).toEqual(Array(6).fill('clear'));
    expect(verdict.selfieFrame).not.toBeNull();
    expect(verdict.descriptorFrames).toContain(verdict.selfieFrame);
  });

  test.each([
    ['flat', 0],
    ['bent towards the camera', 0.4],
    ['bent away from the camera', -0.4],
    ['rolled tightly', 0.9],
  ])('never passes a sheet of paper, %s', (_, curvature) => {
    for (let seed = 1; seed <= 10; seed++) {
      const verdict = judgeChallenge(STEPS, landmarkFilm(STEPS, { shape: 'sheet', curvature }, seed));
      expect(verdict.passed).toBe(false);
    }
  });

  test('fails a challenge without frames or steps, but does not call it a spoof', () => {
    for (const frames of [[], landmarkFilm(['straight_ahead'], HEAD)]) {
      expect(judgeChallenge(STEPS, frames)).toMatchObject({ passed: false, spoofDetected: false });
    }
    expect(judgeChallenge(STEPS, []).selfieFrame).toBeNull();
  });

  test('fails a turn to the wrong side, but does not call it a spoof', () => {
    const mirrored: ChallengeStep[] = ['straight_ahead', 'turn_right', 'come_closer', 'turn_left'];
    const verdict = judgeChallenge(STEPS, landmarkFilm(mirrored, HEAD));
    expect(verdict).toMatchObject({ passed: false, spoofDetected: false });
    expect(outcomeOf(landmarkFilm(mirrored, HEAD), 'poses_in_order')).toBe('fail');
  });

  test.each<[string, Shown, object]>([
    [
      'a print, read as turned',
      { shape: 'head', relief: 0.15, turn: 75 },
      { spoofDetected: true, inDoubt: false },
    ],
    ['less than any head', { shape: 'head', relief: 0.3, turn: 62 }, { spoofDetected: false, inDoubt: true }],
    [
      'little for both turns',
      { shape: 'head', relief: 0.5, turn: 48 },
      { spoofDetected: false, inDoubt: true },
    ],
  ])('passes nobody with a depth of %s', (_, shown, expected) => {
    for (let seed = 1; seed <= 5; seed++) {
      const film = landmarkFilm(STEPS, shown, seed);
      expect(outcomeOf(film, 'poses_in_order')).toBe('clear');
      expect(judgeChallenge(STEPS, film)).toMatchObject({ passed: false, ...expected });
    }
  });

  test('calls another person in the second half a spoof', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const other = landmarkFilm(STEPS, { shape: 'head', person: 2 });
    const cut = frames.map((frame, index) => (index < 4 ? frame : other[index]!));
    expect(judgeChallenge(STEPS, cut)).toMatchObject({ passed: false, spoofDetected: true });
    expect(outcomeOf(cut, 'same_person')).toBe('fail');
  });

  test('leaves only a doubt after a single frame of someone else', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const other = landmarkFilm(STEPS, { shape: 'head', person: 2 });
    const last = frames.length - 1;
    const film = frames.map((frame, index) => (index === last ? other[last]! : frame));
    expect(judgeChallenge(STEPS, film)).toMatchObject({ passed: false, spoofDetected: false, inDoubt: true });
  });

  test('does not take a picture on the wall, found when the person was missed, for a spoof', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const { faces } = landmarkFilm(STEPS, { shape: 'head', person: 2 })[0]!.observation;
    const small = faces.map((face) => ({
      ...face,
      landmarks: face.landmarks.map(({ x, y }) => ({ x: x / 5, y: y / 5 })),
      eyeDistance: face.eyeDistance / 5,
    }));
    const films = frames
      .slice(2)
      .map((_, at) => altered(frames, (_frame, index) => (index === at + 2 ? { faces: small } : null)));
    const verdicts = films.map((film) => judgeChallenge(STEPS, film));
    expect(verdicts.some(({ passed }) => passed)).toBe(true);
    expect(verdicts.some(({ spoofDetected }) => spoofDetected)).toBe(false);
  });

  test('calls equal frames from a covered camera no spoof', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const dark = altered(frames, () => ({ faces: [], fingerprint: 'black' }));
    expect(judgeChallenge(STEPS, dark)).toMatchObject({ passed: false, spoofDetected: false });
    const before = dark.slice(0, 4).map((frame, index) => ({ ...frame, receivedAtMs: index }));
    const film = [
      ...before,
      ...frames.map((frame) => ({ ...frame, receivedAtMs: frame.receivedAtMs + 2_000 })),
    ];
    expect(judgeChallenge(STEPS, film)).toMatchObject({ passed: true, spoofDetected: false });
  });

  test('fails a distant descriptor of a turned face, but does not call it a spoof', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const [stranger] = landmarkFilm(STEPS, { shape: 'head', person: 2 });
    const { descriptor } = stranger!.observation.faces[0]!;
    const film = altered(frames, ({ observation }) =>
      Math.abs(posedFace(observation)!.pose.yaw) > 15
        ? { faces: observation.faces.map((face) => ({ ...face, descriptor })) }
        : null,
    );
    expect(judgeChallenge(STEPS, film)).toMatchObject({ passed: false, spoofDetected: false });
    expect(outcomeOf(film, 'same_person')).toBe('fail');
  });

  test('ignores one frame that resembles the person less, and doubts two of three', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const drifted = (...which: number[]) =>
      altered(frames, ({ observation }, index) =>
        which.includes(index) ? { faces: observation.faces.map((face) => drift(face, 0.59)) } : null,
      );
    expect(judgeChallenge(STEPS, drifted(3))).toMatchObject({ passed: true, inDoubt: false });
    expect(judgeChallenge(STEPS, drifted(2, 6))).toMatchObject({ passed: true });
    expect(judgeChallenge(STEPS, drifted(2, 3))).toMatchObject({ passed: false, inDoubt: true });
    expect(outcomeOf(drifted(2, 3), 'same_person')).toBe('uncertain');
  });

  test('does not count a face without descriptor or landmarks', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    for (const missing of [{ descriptor: [] }, { landmarks: [] }]) {
      const blind = altered(frames, ({ observation }) => ({
        faces: observation.faces.map((face) => ({ ...face, ...missing })),
      }));
      expect(judgeChallenge(STEPS, blind).passed).toBe(false);
    }
  });

  test('fails a second face in many frames', () => {
    const frames = altered(landmarkFilm(STEPS, HEAD), ({ observation }, index) =>
      index >= 2 && index <= 4 ? { faces: [...observation.faces, ...observation.faces] } : null,
    );
    expect(outcomeOf(frames, 'one_face')).toBe('fail');
  });

  test('calls a frame from an earlier challenge a spoof', () => {
    const film = landmarkFilm(STEPS, HEAD);
    expect(judgeChallenge(STEPS, film, true)).toMatchObject({ passed: false, spoofDetected: true });
  });

  test('does not count the server’s own time as a gap', () => {
    const late = landmarkFilm(STEPS, HEAD).map((frame, index) => ({
      ...frame,
      receivedAtMs: frame.receivedAtMs + (index > 3 ? 9_000 : 0),
      answeredAtMs: frame.receivedAtMs + (index > 2 ? 9_000 : 0),
    }));
    expect(judgeChallenge(STEPS, late).passed).toBe(true);
  });

  test('calls replayed and frozen frames spoofs', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const again = altered(frames, (_, index) =>
      index === 5 ? { fingerprint: frames[1]!.observation.fingerprint } : null,
    );
    const frozen = altered(frames, (_, index) => ({
      fingerprint: frames[index - (index % 2)]!.observation.fingerprint,
    }));
    for (const film of [again, frozen])
      expect(judgeChallenge(STEPS, film)).toMatchObject({ passed: false, spoofDetected: true });
  });

  test('calls a long gap or a jump across the image a cut', () => {
    const frames = landmarkFilm(STEPS, HEAD);
    const late = frames.map((frame, index) => ({
      ...frame,
      receivedAtMs: frame.receivedAtMs + (index > 3 ? 9_000 : 0),
    }));
    expect(outcomeOf(late, 'continuous')).toBe('fail');
    const leapt = altered(frames, ({ observation }, index) =>
      index === 3
        ? { faces: observation.faces.map((face) => ({ ...face, box: { ...face.box, x: face.box.x + 400 } })) }
        : null,
    );
    expect(outcomeOf(leapt, 'continuous')).toBe('fail');
  });

  test('fails poses faster than human reaction', () => {
    const quick = landmarkFilm(STEPS, HEAD).map((frame, index) => ({ ...frame, receivedAtMs: 100 * index }));
    expect(outcomeOf(quick, 'fresh_frames')).toBe('fail');
  });

  test('leaves depth unknown when the head turns one way only', () => {
    const oneWay: ChallengeStep[] = ['straight_ahead', 'turn_left', 'come_closer'];
    expect(outcomeOf(landmarkFilm(oneWay, HEAD), 'depth')).toBe('not_run');
  });

  test('does not pass an enlarged picture without a turn', () => {
    const random = new Random(3);
    const grown = landmarkFilm(['straight_ahead'], HEAD);
    for (let index = 0; index < 4; index++)
      grown.push({
        observation: seenFace({ shape: 'sheet' }, poseFor('come_closer'), random),
        receivedAtMs: 1_500 + 500 * index,
        answeredAtMs: 1_500 + 500 * index,
      });
    expect(judgeChallenge(STEPS, grown).passed).toBe(false);
  });
});
