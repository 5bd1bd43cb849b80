import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { assemblePdf, PAGE_TREE, streamBody } from '../support/pdf-samples.js';
import { SIGNATURES } from './paths.js';
import { Wire } from './wire.js';

// A separate process that loads the service for one organization until its parent ends it: with the given number of
// uploads of 12 MB at once, and files that take as long as they are allowed to.

export interface HogOrder {
  url: string;
  apiKey: string;
  /** Ids of drafts; one caller at a time uploads to each. */
  draftIds: number[];
  /** Callers that upload hog files; the others upload 12 MB. */
  hogFiles: number;
}

/** How often each status was answered. */
export type HogReport = Record<string, number>;

const MIB = 1024 * 1024;
/** A refused caller tries again after this pause, which keeps 200 of them within the limit of a key. */
const PAUSE_AFTER_REFUSAL_MS = 15_000;

/** A page whose content is 20 million operators. */
const operators = () =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << >> >>',
    streamBody(deflateSync('q '.repeat(20e6)), '/Filter /FlateDecode'),
  ]);

/** A page with 12 MB that no reader needs. */
const large = () =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources << >> /A 4 0 R >>',
    streamBody(Buffer.alloc(12 * MIB, 'x')),
  ]);

/** Just below the largest allowed number of pixels. */
const picture = () =>
  sharp({ create: { width: 9_900, height: 9_900, channels: 3, background: '#abcdef' } })
    .png()
    .toBuffer();

async function load({ url, apiKey, draftIds, hogFiles }: HogOrder): Promise<void> {
  const wire = new Wire(url, draftIds.length);
  const files = [operators(), await picture()];
  const twelve = large();
  const report: HogReport = {};
  process.on('message', () => process.send!(report));
  process.send!('ready');
  const call = async (id: number, index: number) => {
    const body = index < hogFiles ? files[index % files.length]! : twelve;
    for (;;) {
      const path = `${SIGNATURES}/${id}/document`;
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/octet-stream' };
      const said = await wire.send({ method: 'PUT', path, headers, body }).then(
        ({ status }) => String(status),
        () => 'connection closed',
      );
      report[said] = (report[said] ?? 0) + 1;
      if (said !== '200' && said !== '400') await wait(PAUSE_AFTER_REFUSAL_MS);
    }
  };
  await Promise.all(draftIds.map(call));
}

// The service is measured, not the processes that share its cores.
setPriority(10);
process.once('disconnect', () => process.exit());
process.once('message', (order: HogOrder) => void load(order));
