import sharp from 'sharp';
import { decodeRgb, type SampleFace, sampleFaces } from '../scripts/liveness/sample-faces.js';
import { FaceApiEngine } from '../src/identity-documents/engines/face/face-api.engine.js';
import { faceDistance, matchFaces } from '../src/identity-documents/engines/face/face-match.js';
import { describeFaces, isSamePerson, STATES } from './support/described-faces.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';

/**
 * Is a person's portrait, in any condition, distinguished from other people's? Uses the sample photos shipped with
 * face-api, degraded as by print, scans or poor cameras. Also measures time and memory per frame.
 */
const FRAMES = count('Frames timed', 60, 10);
const BINS = 20;

const engine = new FaceApiEngine();

function histogram(title: string, distances: readonly number[]): void {
  const bins = Array.from({ length: BINS }, () => 0);
  for (const distance of distances) bins[Math.min(BINS - 1, Math.floor(distance * BINS))]!++;
  const most = Math.max(...bins);
  console.log(`\n${title}: ${distances.length} pairs, ${extent(distances)}`);
  bins.forEach((pairs, bin) => {
    if (pairs > 0)
      console.log(`${(bin / BINS).toFixed(2)} ${'█'.repeat(Math.ceil((40 * pairs) / most))} ${pairs}`);
  });
}

const extent = (values: readonly number[]) =>
  `${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}, median ${median(values).toFixed(3)}`;

async function timeFrames({ picture }: SampleFace): Promise<void> {
  const { pixels, width, height } = picture;
  const frame = await decodeRgb(sharp(pixels, { raw: { width, height, channels: 3 } }).resize(640, 640));
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let index = 0; index < FRAMES; index++) {
    const begun = performance.now();
    await engine.detectFaces(frame, 'camera');
    times.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(before);
  console.log(
    `\nA frame of 640 px: ${median(times).toFixed(0)} ms median wall time, ${((user + system) / 1000 / FRAMES).toFixed(0)} ms CPU time;`,
    `resident ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MB, sample photos included.`,
  );
}

printMachine();
const faces = await sampleFaces();
const described = await describeFaces(engine, faces);
const [same, other]: [number[], number[]] = [[], []];
const rows = STATES.map((state) => ({ state, same: [] as number[], other: [] as number[] }));
described.forEach((a, index) => {
  for (const b of described.slice(index + 1)) {
    const distance = faceDistance(a.descriptor, b.descriptor);
    const isSame = isSamePerson(a.person, b.person);
    (isSame ? same : other).push(distance);
    const row = rows.find(({ state }) => state === (a.state === 'original' ? b.state : a.state))!;
    if (a.state === 'original' || b.state === 'original') (isSame ? row.same : row.other).push(distance);
  }
});
histogram('Distance between two images of one person', same);
histogram('Distance between two people', other);
console.log();
printTable(
  ['portrait compared with the original', 'same person', 'different person'],
  rows.map((row) => [
    row.state,
    row.same.length ? extent(row.same) : '–',
    row.other.length ? extent(row.other) : '–',
  ]),
);
const verdict = (distances: readonly number[], outcome: string) =>
  distances.filter((distance) => matchFaces([0], [[distance]]).outcome === outcome).length;
console.log();
printTable(
  ['pairs', 'clear', 'uncertain', 'fail'],
  [
    ['same person', same],
    ['different people', other],
  ].map(([name, distances]) => [
    String(name),
    ...['clear', 'uncertain', 'fail'].map((outcome) => String(verdict(distances as number[], outcome))),
  ]),
);
const asTheyAre = described.filter(({ state }) => state === 'original');
const nearest = asTheyAre
  .flatMap((a, index) =>
    asTheyAre.slice(index + 1).map((b) => ({ a, b, apart: faceDistance(a.descriptor, b.descriptor) })),
  )
  .filter(({ a, b }) => !isSamePerson(a.person, b.person))
  .sort((one, two) => one.apart - two.apart)
  .slice(0, 4);
console.log(
  `\nMost similar different people: ${nearest.map(({ a, b, apart }) => `${a.person} and ${b.person} ${apart.toFixed(3)}`).join(', ')}`,
);
await timeFrames(faces[0]!);
console.log(
  `${faces.length} faces of a few people do not establish an error rate; they only show that the thresholds are consistent.`,
);
