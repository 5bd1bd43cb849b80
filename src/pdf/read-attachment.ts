import { PDF } from '@libpdf/core';

/** The bytes of a file that is attached to a PDF; null if it has none of that name. */
export async function readAttachment({
  pdf,
  name,
}: {
  pdf: Uint8Array;
  name: string;
}): Promise<Uint8Array | null> {
  const { attachments } = await PDF.load(pdf);
  return attachments.has(name) ? attachments.get(name) : null;
}
