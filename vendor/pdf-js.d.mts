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
  /** Of a stream that decrypts another. */
  readonly decrypt?: unknown;
  /** Where the next byte is read. */
  pos: number;
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
  readonly name?: string;
  /** From its own coordinates to text of size 1. */
  readonly fontMatrix?: readonly number[];
  readonly isType3Font?: boolean;
  /** What each of its glyphs draws, by its name, if it is a Type 3 font. */
  readonly charProcOperatorList?: Readonly<Record<string, PdfJsOperators>>;
  /** Whether characters stand below each other. */
  readonly vertical?: boolean;
}

/** A part of a page's text, in the order of its content. */
export interface PdfJsText {
  items: { str: string; hasEOL: boolean }[];
}

export interface PdfJsAnnotation {
  /** ISO 32000-2 §12.5.3. */
  annotationFlags: number;
  /** Lines of an appearance. */
  textContent?: string[];
  /** Of a choice, which has a value, and shows only that if it is a combo. */
  options?: { exportValue: string; displayValue: string }[];
  fieldValue?: string | string[] | null;
  combo?: boolean;
}

interface Handler {
  /** Is passed, among other things, what operators refer to by name: `[name, page, kind, data]`. */
  send(action: string, data?: unknown): void;
  sendWithPromise(request: string, data?: { kind?: string; filename?: string }): Promise<unknown>;
}

interface Task {
  name: string;
  ensureNotTerminated(): void;
}

export interface PdfJsPage {
  readonly pageDict: Dict;
  readonly ref: Ref | null;
  /** Its own and those of the nodes above it. */
  readonly resources: Dict;
  readonly mediaBox: readonly number[];
  /** The part of the page that is shown. */
  readonly view: readonly number[];
  /** Degrees, clockwise, from 0 to 270. */
  readonly rotate: number;
  readonly userUnit: number;
  /** Passes on what the page draws, in parts. */
  getOperatorList(options: {
    handler: Handler;
    sink: { enqueue(part: PdfJsOperators): void; ready: Promise<void> };
    task: Task;
    /** Bits of pdf.js's `RenderingIntentFlag`. */
    intent: number;
  }): Promise<unknown>;
  /** Passes on the page's text, in parts. */
  extractTextContent(options: {
    handler: Handler;
    task: Task;
    includeMarkedContent: boolean;
    disableNormalization: boolean;
    sink: { enqueue(part: PdfJsText): void; ready: Promise<void>; desiredSize: number };
  }): Promise<unknown>;
  /** @param intent bits of `RenderingIntentFlag` */
  getAnnotationsData(handler: Handler, task: Task, intent: number): Promise<PdfJsAnnotation[]>;
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

/** Path of a map from a character set's codes to its characters, by the name of its file. */
export const characterMap: (file: string) => string;
