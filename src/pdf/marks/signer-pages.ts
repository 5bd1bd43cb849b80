import { type PDF, type PDFPage } from '@libpdf/core';
import { type FieldBox } from '../../pdf-signatures/form-field.js';
import { fill } from '../../platform/templates/phrases.js';
import { type SignatureStamp, type StampDetails } from '../signature-stamp.js';
import { appendPage } from '../structure/append-page.js';
import { paperFor } from '../structure/page-size.js';
import { type StructureTree } from '../structure/structure-tree.js';
import { type Fonts } from '../typesetting/fonts.js';
import { Sheets, type TextStyle } from '../typesetting/sheets.js';
import { drawSignerBlock, reservedBlockHeight, signerBlockHeight } from './signer-block.js';

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

  /** @param tree of the document, if it is tagged */
  constructor(
    pdf: PDF,
    private readonly fonts: Fonts,
    private readonly details: StampDetails,
    tree: StructureTree | null = null,
  ) {
    const paper = paperFor(pdf);
    this.sheets = new Sheets(() => appendPage(pdf, paper), paper, MARGIN, { colors: fonts.colors, tree });
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
  }

  private writeHeading(): void {
    const { sheets, fonts, details } = this;
    const { words } = details;
    const text: TextStyle = { font: fonts.regular, size: 9, leading: 14, color: sheets.colors.ink };
    const quiet: TextStyle = { ...text, color: sheets.colors.quiet };
    sheets.write(
      details.documentName,
      { font: fonts.semibold, size: 20, leading: 28, color: sheets.colors.ink },
      'H1',
    );
    sheets.cursor += 4;
    sheets.write(words.title, {
      font: fonts.regular,
      size: 11.5,
      leading: 17,
      color: sheets.colors.ink,
    });
    sheets.cursor += 10;
    for (const paragraph of words.about) sheets.write(paragraph, text);
    sheets.cursor += 6;
    sheets.write(words.hashOf, quiet);
    sheets.write(details.documentSha256, { ...quiet, font: fonts.mono });
    sheets.cursor += 18;
  }
}
