import { type MeasuredTurn, printTurnsOf, realFilms, turnsOf } from '../../../../test/support/real-heads.js';
import { MIN_DEPTH, shownBy, turnDepth } from './depth-gate.js';
import { meanDepth } from './mean-face.js';

const films = realFilms();
const depthOf = ({ faces, neutral, side }: MeasuredTurn) => turnDepth(faces, neutral, side)!.depth;
const turns = films.flatMap((film) => turnsOf(film, 18));
const prints = films.flatMap((film) => printTurnsOf(film, 18));

// Landmarks of people who were filmed for other purposes: see docs/identity/faces-and-liveness.md.
describe('depth of real turns and flat prints', () => {
  test('takes every turn of 18 degrees or more for a head', () => {
    expect(turns).toHaveLength(7);
    expect(new Set(turns.map(({ film }) => film)).size).toBe(5);
    expect(turns.map((turn) => shownBy(depthOf(turn)))).toEqual(turns.map(() => 'head'));
  });

  test('takes no print for a head', () => {
    expect(prints).toHaveLength(19);
    for (const print of prints) expect(shownBy(depthOf(print))).not.toBe('head');
  });

  test('keeps its limits at a distance from both heads and prints', () => {
    const [least, most] = [Math.min(...turns.map(depthOf)), Math.max(...prints.map(depthOf))];
    expect([least.toFixed(2), most.toFixed(2)]).toEqual(['0.58', '0.26']);
    expect(least).toBeGreaterThan(2 * most);
    expect(shownBy(least / 1.4)).toBe('head');
    expect(shownBy(most * 1.3)).toBe('unclear');
    expect(shownBy(least / 2.5)).toBe('unclear');
    expect(shownBy(least / 3)).toBe('sheet');
  });

  describe('people and prints measured afterwards', () => {
    /** Turns of 19 to 23 degrees are among them; one side per person. */
    const HELD_OUT = [0.479, 0.488, 0.531, 0.587, 0.661, 0.674, 0.693, 0.754];
    /** The highest of 480 photographs. */
    const FLAT = 0.29;

    test('takes every turn measured afterwards for a head, and no flat print', () => {
      for (const depth of HELD_OUT) expect(shownBy(depth)).toBe('head');
      expect(shownBy(FLAT)).toBe('unclear');
    });

    test('keeps its limits at a distance from later measurements, too', () => {
      expect(shownBy(HELD_OUT[0]! / 1.26)).toBe('head');
      expect(shownBy(FLAT * 1.3)).toBe('unclear');
      expect(shownBy(HELD_OUT[0]! / 2.39)).toBe('unclear');
    });

    test('sees enough depth on both sides of most people, and half of that in flat prints', () => {
      const pairs = HELD_OUT.flatMap((one, at) => HELD_OUT.slice(at + 1).map((other) => (one + other) / 2));
      expect(pairs).toHaveLength(28);
      expect(pairs.filter((mean) => mean >= MIN_DEPTH - 1e-9)).toHaveLength(22);
      expect(MIN_DEPTH / FLAT).toBeGreaterThan(1.95);
    });
  });

  test('measures depth from the frame that is turned further', () => {
    const { faces, neutral, side } = turns[0]!;
    const turnOf = ({ pose }: (typeof faces)[number]) => side * (pose.yaw - neutral.pose.yaw);
    const turned = faces
      .filter((face) => turnOf(face) >= 18)
      .sort((one, other) => turnOf(one) - turnOf(other));
    const straight = faces.filter((face) => !turned.includes(face));
    const depthWith = (...frames: typeof faces) => turnDepth([...straight, ...frames], neutral, side)!.depth;
    const [least, most] = [turned[0]!, turned.at(-1)!];
    expect(Math.abs(depthWith(least) - depthWith(most))).toBeGreaterThan(0.01);
    expect(depthWith(least, most)).toBe(depthWith(most));
  });

  test('does not let failed landmarks in a single frame decide', () => {
    const { faces, neutral, side } = turns[0]!;
    const known = depthOf(turns[0]!);
    const turned = faces.filter(({ pose }) => side * (pose.yaw - neutral.pose.yaw) >= 20);
    const few = [...faces.filter((face) => !turned.includes(face)), ...turned.slice(0, 2)];
    const exaggerated = neutral.face.landmarks.map(({ x, y }, index) => ({
      x: x + side * 0.6 * neutral.height * meanDepth(index),
      y,
    }));
    const scattered = neutral.face.landmarks.map(({ x, y }, index) => ({ x: x + 40 * (index % 3), y }));
    for (const landmarks of [exaggerated, scattered]) {
      const pose = { ...neutral.pose, yaw: neutral.pose.yaw + side * 54 };
      const wrong = { ...neutral, pose, face: { ...neutral.face, landmarks } };
      expect(turnDepth([neutral, wrong], neutral, side)?.depth ?? 0).not.toBeCloseTo(known, 0);
      const seen = turnDepth([...few, wrong], neutral, side)!;
      expect(Math.abs(seen.depth - known)).toBeLessThan(0.15);
    }
  });
});
