/** A value as pdf.js reads it: strings are byte strings, one character for each byte. */
export type PdfJsValue =
  null | undefined | boolean | number | string | Name | Cmd | Ref | Dict | BaseStream | symbol | PdfJsValue[];

export class Name {
  readonly name: string;
}

export class Cmd {
  readonly cmd: string;
}

export class Ref {
  readonly num: number;
  readonly gen: number;
}

export class Dict {
  get(key: string): PdfJsValue;
  getRaw(key: string): PdfJsValue;
  getRawEntries(): Iterable<[string, PdfJsValue]>;
}

export class BaseStream {
  readonly dict?: Dict | null;
  /** What a filter reads from; a stream without filters has `bytes` instead. */
  readonly stream?: BaseStream | null;
  readonly bytes?: Uint8Array;
  readonly start?: number;
  readonly end?: number;
  reset(): void;
  /** The rest of the decoded bytes. */
  getBytes(): Uint8Array;
}

/** Operators of pages, by the names that pdf.js has for them. */
export const OPS: Readonly<Record<string, number>>;

/** A part of what a page draws: the numbers of operators, and what each takes. */
export interface PdfJsOperators {
  fnArray: number[];
  argsArray: unknown[][];
}

export interface PdfJsFont {
  /** From its own coordinates to text of size 1. */
  readonly fontMatrix?: readonly number[];
  readonly isType3Font?: boolean;
  /** Whether characters stand below each other. */
  readonly vertical?: boolean;
}

export interface PdfJsPage {
  readonly pageDict: Dict;
  readonly ref: Ref | null;
  /** Passes on what the page draws, in parts. */
  getOperatorList(options: {
    handler: { send(): void; sendWithPromise(): Promise<never> };
    sink: { enqueue(part: PdfJsOperators): void; ready: Promise<void> };
    task: { name: string; ensureNotTerminated(): void };
    /** Bits of pdf.js's `RenderingIntentFlag`. */
    intent: number;
  }): Promise<unknown>;
}

export interface PdfJsDocument {
  readonly xref: { fetch(ref: Ref): PdfJsValue; readonly trailer: Dict };
  readonly catalog: {
    readonly toplevelPagesDict: Dict;
    /** Fonts that were read. */
    readonly fontCache: Iterable<Promise<{ loadedName: string; font: PdfJsFont }>>;
  };
  readonly numPages: number;
  checkHeader(): void;
  parseStartXRef(): void;
  parse(recoveryMode: boolean): void;
  checkFirstPage(recoveryMode: boolean): Promise<void>;
  checkLastPage(recoveryMode: boolean): Promise<void>;
  getPage(index: number): Promise<PdfJsPage>;
}

export class LocalPdfManager {
  constructor(options: {
    source: Uint8Array;
    docId: string;
    enableXfa: boolean;
    evaluatorOptions: object;
    password: string;
  });
  readonly pdfDocument: PdfJsDocument;
}

/** Thrown where the cross-reference table cannot be used, and pdf.js would search the file for its objects. */
export class XRefParseException extends Error {}

/** 0 for errors only. */
export function setVerbosityLevel(level: number): void;
