import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import sharp from 'sharp';

/** A picture of a real document. */
export interface RealPicture {
  name: string;
  bytes: Buffer;
  /** The zone as transcribed by hand, or null. */
  lines: readonly string[] | null;
}

/**
 * Pictures in the folders named by COUNTERSIGN_SPECIMENS, separated like a PATH. A folder can have a `truth.json`
 * with the lines of each picture's zone; of several pictures with the same lines, the first counts. Photos of real
 * documents may not be redistributed, so none are included.
 */
export function realPictures(): RealPicture[] {
  const folders = (process.env.COUNTERSIGN_SPECIMENS ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '');
  const pictures = folders.flatMap((folder) => {
    const file = join(folder, 'truth.json');
    const truth = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[] | null>)
      : {};
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jpg'))
      .sort()
      .map((name) => ({ name, bytes: readFileSync(join(folder, name)), lines: truth[name] ?? null }));
  });
  const isFirst = ({ lines }: RealPicture, index: number) =>
    !lines || pictures.findIndex((other) => other.lines?.join() === lines.join()) === index;
  return pictures.filter(isFirst);
}

/** The picture turned clockwise by a quarter turn, pixel by pixel. */
export async function turned(bytes: Buffer, turn: 0 | 90 | 180 | 270): Promise<Buffer> {
  return turn === 0 ? bytes : sharp(bytes).autoOrient().rotate(turn).png({ compressionLevel: 1 }).toBuffer();
}
