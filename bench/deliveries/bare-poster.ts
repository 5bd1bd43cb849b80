import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { type Arrival } from './receivers.js';

// Posts previously delivered requests as fast as undici can, without claiming, signing or recording anything.

export interface PostOrder {
  /** Holds the arrivals to repeat. */
  file: string;
  caFile: string;
  concurrency: number;
}

/** Headers that undici writes itself. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** @returns posts per second */
async function post({ file, caFile, concurrency }: PostOrder): Promise<number> {
  const posts = (JSON.parse(readFileSync(file, 'utf8')) as Arrival[]).map(({ url, headers, body }) => ({
    url: new URL(url),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))),
    body: Buffer.from(body),
  }));
  const dispatcher = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
  let next = 0;
  const loop = async () => {
    for (let index = next++; index < posts.length; index = next++) {
      const { url, headers, body } = posts[index]!;
      const answer = await request(url, { method: 'POST', headers, body, dispatcher });
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
      await answer.body.text();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  const seconds = (performance.now() - started) / 1_000;
  await dispatcher.close();
  return posts.length / seconds;
}

process.on('message', (order: PostOrder) => void post(order).then((rate) => process.send!(rate)));
process.once('disconnect', () => process.exit());
