import { PDF, PdfRef } from '@libpdf/core';
import { assemblePdf, inheritingPdf, PAGE_TREE, streamBody } from '../../test/support/pdf-samples.js';
import { PdfComparison } from './pdf-comparison.js';

/** One page that draws a picture named P, and a link to itself. */
function pictured(picture: string, entries = ''): Buffer {
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots [6 0 R] ${entries}
      /Resources << /XObject << /P 5 0 R >> >> >>`,
    streamBody('/P Do'),
    streamBody(
      picture,
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /Type /Group /Back 5 0 R >>',
    ),
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [3 0 R /Fit] >>',
  ]);
}

async function showSame(before: Buffer, after: Buffer): Promise<boolean> {
  const [left, right] = [await PDF.load(before), await PDF.load(after)];
  return new PdfComparison(left, right).samePage(left.getPages()[0]!, right.getPages()[0]!);
}

describe('comparing pages', () => {
  const before = pictured('0 0 9 9 re f');

  it('finds a page equal despite circular references and unrelated objects', async () => {
    expect(await showSame(before, before)).toBe(true);
    expect(await showSame(before, pictured('0 0 9 9 re f', '/StructParents 7 /Tabs /S'))).toBe(true);
  });

  it('detects a different picture in any resource, and a different box or rotation', async () => {
    expect(await showSame(before, pictured('0 0 9 8 re f'))).toBe(false);
    expect(await showSame(before, pictured('0 0 9 9 re f', '/CropBox [0 0 100 100]'))).toBe(false);
    expect(await showSame(before, pictured('0 0 9 9 re f', '/Rotate 90'))).toBe(false);
  });

  it('ignores a corrected length only if the file was rewritten', async () => {
    const lying = Buffer.from(before.toString('latin1').replace('/Length 12', '/Length 19'), 'latin1');
    const [left, right] = [await PDF.load(lying), await PDF.load(before)];
    const pages = [left.getPages()[0]!, right.getPages()[0]!] as const;
    expect(new PdfComparison(left, right).samePage(...pages)).toBe(false);
    expect(new PdfComparison(left, right, new Set(), true).samePage(...pages)).toBe(true);
    const other = await PDF.load(pictured('0 0 9 8 re f'));
    expect(new PdfComparison(left, other, new Set(), true).samePage(pages[0], other.getPages()[0]!)).toBe(
      false,
    );
  });

  it('detects changes in the nodes from which a page inherits', async () => {
    const inheriting = inheritingPdf();
    const other = (from: string, to: string) =>
      Buffer.from(inheriting.toString('latin1').replace(from, to), 'latin1');
    expect(await showSame(inheriting, inheriting)).toBe(true);
    expect(await showSame(inheriting, other('/Rotate 270', '/Rotate 180'))).toBe(false);
    expect(await showSame(inheriting, other('/Helvetica', '/Helvetxca'))).toBe(false);
  });

  it('tells a link to another page from one to the same, whatever number it has if the file was rewritten', async () => {
    const two = (target: number, numbers = [3, 4]) =>
      assemblePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count 2 /MediaBox [0 0 9 9] >>`,
        '<< /Type /Page /Parent 2 0 R >>',
        '<< /Type /Page /Parent 2 0 R >>',
        `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [${target} 0 R /Fit] >>`,
      ]);
    const sameLink = async (left: Buffer, right: Buffer, isRewritten = false) => {
      const [before, after] = [await PDF.load(left), await PDF.load(right)];
      const link = (pdf: PDF) => pdf.getObject(PdfRef.of(5));
      return new PdfComparison(before, after, new Set(), isRewritten).same(link(before), link(after));
    };
    expect(await sameLink(two(3), two(3))).toBe(true);
    expect(await sameLink(two(3), two(4))).toBe(false);
    expect(await sameLink(two(3), two(4, [4, 3]), true)).toBe(true);
    expect(await sameLink(two(3), two(3, [4, 3]), true)).toBe(false);
  });

  it('forgets pairs assumed equal on the way to a difference', async () => {
    const ring = (end: string) =>
      assemblePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 9 9] >>',
        '<< /Type /Page /Parent 2 0 R /Resources << /A 4 0 R >> >>',
        `<< /Next 5 0 R /End ${end} >>`,
        '<< /Back 4 0 R >>',
        '<< /Type /Page /Parent 2 0 R /Resources << /B 5 0 R >> >>',
      ]);
    const [left, right] = [await PDF.load(ring('1')), await PDF.load(ring('2'))];
    const comparison = new PdfComparison(left, right);
    const pages = [left.getPages(), right.getPages()] as const;
    expect([0, 1].map((page) => comparison.samePage(pages[0][page]!, pages[1][page]!))).toEqual([
      false,
      false,
    ]);
  });
});
