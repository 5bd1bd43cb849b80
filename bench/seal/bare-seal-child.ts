import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDF, type Signer } from '@libpdf/core';
import { serveChildTask } from '../../src/platform/child-process/serve-child-task.js';

// The library alone: load, two stamps with our fonts, save, load, sign.

const { resolve } = createRequire(import.meta.url);
const TEXT = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
const HAND = '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf';

export interface BareTask {
  pdf: Uint8Array;
  names: string[];
  certificate: Uint8Array;
  chain: Uint8Array[];
}

async function stamp(bytes: Uint8Array, names: string[]): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  const [text, hand] = [TEXT, HAND].map((file) => pdf.embedFont(readFileSync(resolve(file))));
  const page = pdf.addPage();
  for (const [index, name] of names.entries()) {
    const y = 700 - 90 * index;
    page.drawText(name, { x: 60, y, font: hand, size: 30 });
    page.drawText(`${name}, signed by typing the name`, { x: 60, y: y - 20, font: text, size: 9 });
  }
  return pdf.save({ incremental: true, subsetFonts: true });
}

serveChildTask(async (task: BareTask | null, ask) => {
  if (task === null) return null;
  const stamped = await PDF.load(await stamp(task.pdf, task.names));
  const signer: Signer = {
    certificate: task.certificate,
    certificateChain: task.chain,
    keyType: 'EC',
    signatureAlgorithm: 'ECDSA',
    sign: async (data) => (await ask(data)) as Uint8Array,
  };
  const { bytes } = await stamped.sign({ signer, level: 'B-B', reason: 'Sealed', fieldName: 'Seal' });
  return { pdf: bytes };
});
