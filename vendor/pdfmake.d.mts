/** The part of pdfmake 0.3 used here. Its published types would add those of browsers to the whole program. */
export type Margin = [left: number, top: number, right: number, bottom: number];

interface Style {
  style?: string;
  font?: string;
  fontSize?: number;
  bold?: boolean;
  color?: string;
  margin?: Margin;
  alignment?: 'left' | 'right';
  /** Never split across pages. */
  unbreakable?: boolean;
  /** Width of a column, in points; `*` takes the remaining room. */
  width?: number | '*' | 'auto';
  /** For a table's cell. */
  fillColor?: string;
  colSpan?: number;
}

interface Line {
  type: 'line';
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  lineWidth: number;
  lineColor: string;
}

export interface TableLayout {
  hLineWidth: (row: number) => number;
  vLineWidth: () => number;
  hLineColor?: () => string;
  paddingLeft: () => number;
  paddingRight: () => number;
  paddingTop: () => number;
  paddingBottom: () => number;
}

export interface Table {
  widths: (number | '*' | 'auto')[];
  body: Content[][];
  headerRows?: number;
  dontBreakRows?: boolean;
  keepWithHeaderRows?: number;
}

/** Part of a text. */
export type Inline = string | { text: string; link?: string; font?: string };

export type Content =
  | string
  | (Style &
      (
        | { text: string | Inline[] }
        | { stack: Content[] }
        | { ol: Content[]; markerColor: string }
        | { columns: Content[]; columnGap?: number }
        | { image: string; fit: [width: number, height: number] }
        | { qr: string; fit: number; eccLevel: 'M'; foreground: string }
        | { canvas: Line[] }
        | { table: Table; layout: TableLayout }
      ));

interface Attachment {
  /** A data: URL. */
  src: string;
  name: string;
  type: string;
  description: string;
  relationship: 'Data';
  creationDate: Date;
  modifiedDate: Date;
}

export interface DocumentDefinition {
  version: '1.7';
  language: string;
  displayTitle: boolean;
  pageSize: 'A4';
  pageMargins: Margin;
  info: { title: string; producer: string; creationDate: Date };
  defaultStyle: { font: string; fontSize: number; lineHeight: number; color: string };
  styles: Record<string, Style>;
  content: Content[];
  header?: Content | undefined;
  footer: (page: number, pages: number) => Content;
  files: Record<string, Attachment>;
}

interface PdfMake {
  setFonts(fonts: Record<string, { normal: string; bold?: string }>): void;
  setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
  setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
  createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> };
}

export const pdfmake: PdfMake;
