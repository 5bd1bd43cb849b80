import { type PDF, type PDFPage } from '@libpdf/core';
import { type FieldBox } from '../../pdf-signatures/form-field.js';
import { appendPage } from '../structure/append-page.js';
import { type Fonts } from '../typesetting/fonts.js';
import { paperFor } from '../structure/page-size.js';
import { GREY, INK, Sheets, type TextStyle } from '../typesetting/sheets.js';
import { drawSignerBlock, signerBlockHeight } from './signer-block.js';
import { type SignatureStamp, type StampDetails } from '../signature-stamp.js';

const MARGIN = 60;
/** Characters of the document's hash in each footer, so that a loose page shows which document it belongs to. */
const SHORT_HASH = 12;
/** Room for lines that a block may gain after its place was reserved: a longer name, a corrected address. */
const SPARE_HEIGHT = 28;

/** Space reserved for a signer who will sign later. */
export interface ReservedPlace {
  signer: SignatureStamp;
  page: PDFPage;
  box: FieldBox;
}

/** The pages at the end of a document that show who signed, how and when, in the order of the signers. */
export class SignaturePages {
  private readonly sheets: Sheets;

  constructor(
    pdf: PDF,
    private readonly fonts: Fonts,
    private readonly details: StampDetails,
  ) {
    const paper = paperFor(pdf);
    this.sheets = new Sheets(() => appendPage(pdf, paper), paper, MARGIN);
    this.writeHeading();
  }

  get lastPage(): PDFPage {
    return this.sheets.page;
  }

  get count(): number {
    return this.sheets.pages.length;
  }

  draw(signer: SignatureStamp): void {
    const height = signerBlockHeight(this.sheets, this.fonts, signer);
    this.sheets.reserve(height);
    drawSignerBlock(this.sheets, this.fonts, signer);
    this.sheets.cursor += height;
  }

  reservePlace(signer: SignatureStamp): ReservedPlace {
    const height = signerBlockHeight(this.sheets, this.fonts, signer) + SPARE_HEIGHT;
    this.sheets.reserve(height);
    const { cursor, margin, width, page } = this.sheets;
    this.sheets.cursor += height;
    return { signer, page, box: { x: margin, y: this.sheets.fromBottom(cursor + height), width, height } };
  }

  finish(): void {
    const document = this.details.documentSha256.slice(0, SHORT_HASH);
    this.sheets.finish(
      this.fonts.regular,
      (page, pages) => `Signature page ${page} of ${pages}   ·   Document ${document}`,
    );
  }

  private writeHeading(): void {
    const { sheets, fonts, details } = this;
    const count = details.signers.length;
    const small: TextStyle = { font: fonts.regular, size: 8, leading: 13, color: GREY };
    sheets.write('Signatures', { font: fonts.semibold, size: 22, leading: 32, color: INK });
    sheets.cursor += 6;
    sheets.write(details.requestTitle, { font: fonts.regular, size: 11.5, leading: 17, color: INK });
    sheets.cursor += 10;
    sheets.write(
      `Signed by ${count === 1 ? 'one person' : `${count} people`}. SHA-256 of the document they signed:`,
      small,
    );
    sheets.write(details.documentSha256, small);
    sheets.cursor += 18;
  }
}
