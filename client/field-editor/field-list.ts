import { type Lines, linesOf, MARGIN } from './snapping.js';

/** The API's kinds. */
export type Kind = 'signature' | 'initials' | 'date' | 'name' | 'text' | 'checkbox';

/** A box on a page, in points from the upper left corner of the page as displayed. */
export interface Box {
  /** From 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Field extends Box {
  id: number;
  kind: Kind;
  signerEmail: string;
  label: string;
  required: boolean;
}

/** Width and height in points. */
export type PageSize = readonly [width: number, height: number];

/** The API's limits. */
const MOST_FIELDS = 1_000;
const SMALLEST_SIDE = 6;
/** Between a field and its duplicate, in points. */
const GAP = 6;

/** Usual sizes on paper, in points; a line of text is about twelve high. */
const USUAL_SIZES: Readonly<Record<Kind, PageSize>> = {
  signature: [180, 48],
  initials: [60, 30],
  date: [100, 20],
  name: [160, 20],
  text: [160, 20],
  checkbox: [18, 18],
};

/** The fields on a document. Every change can be undone, and none moves a field off its page. */
export class FieldList {
  private fields: readonly Field[];
  private nextId: number;
  private past: (readonly Field[])[] = [];
  private future: (readonly Field[])[] = [];
  private held: readonly Field[] | null = null;

  /** @param others - further boxes that fields must not overlap @param changed - called after each change */
  constructor(
    given: readonly Omit<Field, 'id'>[],
    private readonly others: readonly Box[],
    private readonly pages: readonly PageSize[],
    private readonly changed: () => void,
  ) {
    this.fields = given.map((field, id) => ({ ...field, id }));
    this.nextId = given.length;
  }

  /** From the first page's top to the last one's bottom. */
  get all(): Field[] {
    return [...this.fields].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x || a.id - b.id);
  }

  get mayUndo(): boolean {
    return this.past.length > 0;
  }

  get mayRedo(): boolean {
    return this.future.length > 0;
  }

  find(id: number | null): Field | null {
    return this.fields.find((field) => field.id === id) ?? null;
  }

  /** Adds a field around a point of a page, or where there is room; null if there are too many. */
  add(kind: Kind, signerEmail: string, page: number, at: { x: number; y: number } | null): Field | null {
    if (this.fields.length >= MOST_FIELDS) return null;
    const [width, height] = USUAL_SIZES[kind];
    const around = at && { page, x: at.x - width / 2, y: at.y - height / 2, width, height };
    const box = this.fitted(around ?? this.roomFor({ page, x: 0, y: 0, width, height }));
    const field = { id: this.nextId++, kind, signerEmail, label: '', required: kind !== 'checkbox', ...box };
    this.become([...this.fields, field]);
    return field;
  }

  /** Adds a field like another one on a page: at its place, or near it where there is room; null if there are too many. */
  addLike(field: Field, page: number): Field | null {
    if (this.fields.length >= MOST_FIELDS) return null;
    const copy = { ...field, id: this.nextId++, ...this.fitted(this.roomNear({ ...field, page })) };
    this.become([...this.fields, copy]);
    return copy;
  }

  /** Adds a field like another one on every other page, at the same place. @returns the pages with and without room for it */
  addEverywhere(field: Field): { placed: number[]; blocked: number[] } {
    const pages = this.pages.map((_size, index) => index + 1).filter((page) => page !== field.page);
    const boxes = pages.map((page) => this.fitted({ ...field, page }));
    const isThere = (box: Box) =>
      this.fields.some(
        (other) =>
          isSamePlace(other, box) && other.kind === field.kind && other.signerEmail === field.signerEmail,
      );
    const wanted = boxes.filter((box) => !isThere(box));
    const free = wanted.filter((box) => this.isFree(box)).slice(0, MOST_FIELDS - this.fields.length);
    if (free.length > 0)
      this.become([...this.fields, ...free.map((box) => ({ ...field, ...box, id: this.nextId++ }))]);
    const blocked = wanted.filter((box) => !free.includes(box));
    return { placed: free.map(({ page }) => page), blocked: blocked.map(({ page }) => page) };
  }

  /** The lines on a page to which a field can be aligned: edges and centres of the others, and of the page. */
  linesFor({ id, page }: Pick<Field, 'id' | 'page'>): Lines {
    const boxes = [...this.fields.filter((field) => field.id !== id), ...this.others];
    return linesOf(
      boxes.filter((box) => box.page === page),
      this.pages[page - 1]!,
    );
  }

  change(id: number, part: Partial<Omit<Field, 'id' | 'kind'>>): void {
    this.become(
      this.fields.map((field) =>
        field.id === id ? { ...field, ...part, ...this.fitted({ ...field, ...part }) } : field,
      ),
    );
  }

  remove(id: number): void {
    this.become(this.fields.filter((field) => field.id !== id));
  }

  /** Groups everything until `release`, such as the steps of a drag, into one undo step. */
  hold(): void {
    this.held ??= this.fields;
  }

  release(): void {
    const before = this.held;
    this.held = null;
    if (before && before !== this.fields) this.remember(before);
    this.changed();
  }

  undo(): void {
    this.travel(this.past, this.future);
  }

  redo(): void {
    this.travel(this.future, this.past);
  }

  /** The fields that overlap another one. */
  clashes(): Set<number> {
    const clashing = this.fields.filter((field) =>
      [...this.fields, ...this.others].some((other) => other !== field && overlap(field, other)),
    );
    return new Set(clashing.map(({ id }) => id));
  }

  /** In the API's format. */
  toJson(): string {
    return JSON.stringify(
      this.all.map(({ kind, signerEmail, page, x, y, width, height, label, required }) => {
        return { kind, signerEmail, page, x, y, width, height, label, required };
      }),
    );
  }

  private become(fields: readonly Field[]): void {
    if (this.held === null) this.remember(this.fields);
    this.fields = fields;
    this.changed();
  }

  private remember(fields: readonly Field[]): void {
    this.past.push(fields);
    this.future = [];
  }

  private travel(from: (readonly Field[])[], to: (readonly Field[])[]): void {
    const fields = from.pop();
    if (!fields) return;
    to.push(this.fields);
    this.fields = fields;
    this.changed();
  }

  /** The box, moved within its page. */
  private fitted({ page: wanted, x, y, width, height }: Box): Box {
    const page = within(wanted, 1, this.pages.length);
    const [across, down] = this.pages[page - 1]!;
    const [wide, high] = [within(width, SMALLEST_SIDE, across), within(height, SMALLEST_SIDE, down)];
    return {
      page,
      x: rounded(within(x, 0, across - wide)),
      y: rounded(within(y, 0, down - high)),
      width: rounded(wide),
      height: rounded(high),
    };
  }

  /** The highest free place at the left margin, or the margin's top. */
  private roomFor(box: Box): Box {
    const [across, down] = this.pages[box.page - 1]!;
    const first = { ...box, x: Math.min(MARGIN, across / 5), y: Math.min(MARGIN, down / 5) };
    for (let { y } = first; y + box.height < down; y += 12) {
      const place = { ...first, y };
      if (this.isFree(place)) return place;
    }
    return first;
  }

  /** Its own place, or the next free one below, or any. */
  private roomNear(box: Box): Box {
    const down = this.pages[box.page - 1]![1];
    for (let { y } = box; y + box.height <= down; y += box.height + GAP) {
      const place = { ...box, y };
      if (this.isFree(place)) return place;
    }
    return this.roomFor(box);
  }

  private isFree(box: Box): boolean {
    return ![...this.fields, ...this.others].some((other) => overlap(box, other));
  }
}

const isSamePlace = (a: Box, b: Box) => a.page === b.page && a.x === b.x && a.y === b.y;

function overlap(a: Box, b: Box): boolean {
  return (
    a.page === b.page &&
    Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x) &&
    Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y)
  );
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
/** Rounds to half points, so fields can be aligned by eye and by keyboard. */
const rounded = (points: number) => Math.floor(points * 2) / 2;
