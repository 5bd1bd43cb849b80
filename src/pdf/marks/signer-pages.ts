import { ops, type PDF, PdfDict, PdfNumber, type PDFPage } from '@libpdf/core';
import { type FieldBox } from '../../pdf-signatures/form-field.js';
import { fill } from '../../platform/templates/phrases.js';
import { appendPage } from '../structure/append-page.js';
import { isTagged } from '../structure/tagging.js';
import { type Fonts } from '../typesetting/fonts.js';
import { paperFor } from '../structure/page-size.js';
import { GREY, INK, Sheets, type TextStyle } from '../typesetting/sheets.js';
import { drawSignerBlock, reservedBlockHeight, signerBlockHeight } from './signer-block.js';
import { type SignatureStamp, type StampDetails } from '../signature-stamp.js';

const MARGIN = 60;

/** Space reserved for a signer who will sign later. */
export interface ReservedPlace {
  signer: SignatureStamp;
  page: PDFPage;
  box: FieldBox;
}

/** The pages at the end of a document that show who signed, how and when, in the order of the signers. */
export class SignerPages {
  private readonly sheets: Sheets;

  /** Whether each page is marked as one part, to be found in the document's structure. */
  private readonly isTagged: boolean;

  constructor(
    pdf: PDF,
    private readonly fonts: Fonts,
    private readonly details: StampDetails,
  ) {
    const paper = paperFor(pdf);
    this.isTagged = isTagged(pdf);
    this.sheets = new Sheets(() => this.begin(appendPage(pdf, paper)), paper, MARGIN);
    this.writeHeading();
  }

  get lastPage(): PDFPage {
    return this.sheets.page;
  }

  get count(): number {
    return this.sheets.pages.length;
  }

  get all(): readonly PDFPage[] {
    return this.sheets.pages;
  }

  draw(signer: SignatureStamp): void {
    const height = signerBlockHeight(this.sheets, this.fonts, signer, this.details.words);
    this.sheets.reserve(height);
    drawSignerBlock(this.sheets, this.fonts, signer, this.details.words);
    this.sheets.cursor += height;
  }

  reservePlace(signer: SignatureStamp): ReservedPlace {
    const height = reservedBlockHeight(this.sheets, this.fonts, signer, this.details.words);
    this.sheets.reserve(height);
    const { cursor, margin, width, page } = this.sheets;
    this.sheets.cursor += height;
    return { signer, page, box: { x: margin, y: this.sheets.fromBottom(cursor + height), width, height } };
  }

  finish(): void {
    const { footer, missing } = this.details.words;
    this.sheets.finish(this.fonts.regular, (page, pages) => fill(footer, { page, pages }), missing);
    if (this.isTagged) for (const page of this.all) page.drawOperators([ops.endMarkedContent()]);
  }

  private begin(page: PDFPage): PDFPage {
    const part = PdfDict.of({ MCID: PdfNumber.of(0) });
    if (this.isTagged) page.drawOperators([ops.beginMarkedContentProps('P', part)]);
    return page;
  }

  private writeHeading(): void {
    const { sheets, fonts, details } = this;
    const { words } = details;
    const text: TextStyle = { font: fonts.regular, size: 9, leading: 14, color: INK };
    const quiet: TextStyle = { ...text, color: GREY };
    sheets.write(words.title, { font: fonts.semibold, size: 22, leading: 32, color: INK });
    sheets.cursor += 6;
    sheets.write(details.requestTitle, { font: fonts.regular, size: 11.5, leading: 17, color: INK });
    sheets.cursor += 10;
    for (const paragraph of words.about) sheets.write(paragraph, text);
    sheets.cursor += 6;
    sheets.write(words.hashOf, quiet);
    sheets.write(details.documentSha256, { ...quiet, font: fonts.mono });
    sheets.cursor += 18;
  }
}
