import { freeKey, keyOf } from '../../src/dashboard/domain/form-rows.js';
import { type Box, fittedTo, isSamePlace, overlap, type PageSize } from './box.js';
import {
  BY_OPTION,
  divided,
  type Field,
  fieldsOf,
  type Kind,
  NEVER_PLACED,
  newFacts,
  rowsOf,
  usualSize,
} from './field.js';
import { type Lines, linesOf, MARGIN } from './snapping.js';

/** The API's limit, for fields as for places. */
const MOST_FIELDS = 1_000;
/** Between a field and its duplicate, in points. */
const GAP = 6;

/** The fields on a document. Every change can be undone, and none moves a field off its page. */
export class FieldList {
  private fields: readonly Field[];
  private nextId: number;
  private past: (readonly Field[])[] = [];
  private future: (readonly Field[])[] = [];
  private held: readonly Field[] | null = null;

  /**
   * @param others - further boxes that fields must not overlap
   * @param option - numbered words for a new option
   * @param changed - called after each change
   */
  constructor(
    given: readonly Partial<Field>[],
    private readonly others: readonly Box[],
    private readonly pages: readonly PageSize[],
    private readonly option: (number: number) => string,
    private readonly changed: () => void,
  ) {
    this.fields = fieldsOf(given);
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
    const [width, height] = usualSize(kind);
    const around = at && { page, x: at.x - width / 2, y: at.y - height / 2, width, height };
    const isPlaced = !NEVER_PLACED.includes(kind);
    const box = isPlaced
      ? this.fitted(around ?? this.roomFor({ page, x: 0, y: 0, width, height }))
      : { page: 0, x: 0, y: 0, width: 0, height: 0 };
    const facts = newFacts(kind, signerEmail, this.option);
    const field: Field = { ...facts, ...box, id: this.nextId++, key: this.freeKey(kind) };
    const [first, ...others] = BY_OPTION.includes(kind) ? facts.options!.map(({ value }) => value) : [];
    if (first === undefined) this.become([...this.fields, field]);
    else this.become(this.withPlaces([...this.fields, { ...field, option: first }], field, others));
    return this.find(field.id);
  }

  /**
   * Adds a field like another one on a page: at its place, or near it where there is room; null if there are too many.
   * Where each place marks an option, all of them are copied.
   */
  addLike(field: Field, page: number): Field | null {
    const places = BY_OPTION.includes(field.kind) ? this.placesOf(field.key) : [field];
    if (this.fields.length + places.length > MOST_FIELDS) return null;
    const key = this.freeKey(field.kind);
    let fields = this.fields;
    for (const place of places) {
      const box = this.fitted(this.roomNear({ ...place, page: place.page && page }, fields));
      fields = [...fields, { ...place, ...box, key, id: this.nextId++ }];
    }
    this.become(fields);
    return fields.at(-places.length) ?? null;
  }

  /** Adds another place of the same field near this one; null if there are too many. */
  addPlace(field: Field): Field | null {
    if (this.fields.length >= MOST_FIELDS) return null;
    this.become(this.withPlaces(this.fields, field, [field.option]));
    return this.fields.at(-1)!;
  }

  placesOf(key: string): Field[] {
    return this.fields.filter((field) => field.key === key);
  }

  /** The first place of each field, from the first page's top to the last one's bottom. */
  get heads(): Field[] {
    const all = this.all;
    return all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index);
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
      this.become(free.reduce((fields, box) => [...fields, this.copyOf(field, box, fields)], this.fields));
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

  /** Changes a place, and what is said about its field in all of its places. */
  change(id: number, part: Partial<Omit<Field, 'id' | 'kind'>>): void {
    const key = this.find(id)?.key;
    const { facts, place } = divided(part);
    this.become(
      this.fields.map((field) => {
        if (field.key !== key) return field;
        const told = { ...field, ...facts };
        return field.id === id ? { ...told, ...place, ...this.fitted({ ...field, ...place }) } : told;
      }),
    );
  }

  /** Replaces all fields in one step. */
  replace(fields: readonly Field[]): void {
    this.become(fields);
  }

  /** Gives a field the places that new options need, near the last one of it. */
  withPlaces(
    fields: readonly Field[],
    like: Field,
    options: readonly (string | undefined)[],
  ): readonly Field[] {
    return options.reduce((all, option) => {
      const { page, x, y, width, height } = all.filter(({ key }) => key === like.key).at(-1) ?? like;
      const box = this.fitted(this.roomNear({ page, x, y, width, height }, all));
      return [...all, { ...like, ...box, id: this.nextId++, ...(option !== undefined && { option }) }];
    }, fields);
  }

  /** Puts the other places of a field below this one. */
  gather(id: number): void {
    const first = this.find(id);
    if (!first) return;
    const isOther = (field: Field) => field.key === first.key && field.id !== id;
    const { page, x, y, width, height } = first;
    const apart = this.fields.filter((field) => !isOther(field));
    const put = (all: readonly Field[], field: Field) => [
      ...all,
      { ...field, ...this.fitted(this.roomNear({ page, x, y, width, height }, all)) },
    ];
    this.become(this.fields.filter(isOther).reduce(put, apart));
  }

  /** Removes a place, and with the last place of an option the option. */
  remove(id: number): void {
    const gone = this.find(id);
    const left = this.fields.filter((field) => field.id !== id);
    const isMarked = left.some(({ key, option }) => key === gone?.key && option === gone.option);
    if (!gone?.options || isMarked || !BY_OPTION.includes(gone.kind)) return this.become(left);
    const options = gone.options.filter(({ value }) => value !== gone.option);
    this.become(left.map((field) => (field.key === gone.key ? { ...field, options } : field)));
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

  /** A row for each place (src/dashboard/domain/form-rows.ts). */
  toJson(): string {
    return JSON.stringify(this.rows);
  }

  get rows(): Record<string, unknown>[] {
    return rowsOf(this.all);
  }

  /** A key for a field with this label, unless it has got one that says more than its kind. */
  keyFor({ key, kind }: Field, label: string): string {
    if (!new RegExp(`^${kind}_\\d+$`).test(key)) return key;
    const words = keyOf(label);
    if (words === '') return key;
    return this.placesOf(words).length > 0 ? this.freeKey(words) : words;
  }

  private freeKey(words: string, fields: readonly Field[] = this.fields): string {
    return freeKey(words, new Set(fields.map(({ key }) => key)));
  }

  private copyOf(field: Field, box: Box, fields: readonly Field[]): Field {
    return { ...field, ...box, id: this.nextId++, key: this.freeKey(field.kind, fields) };
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

  private fitted(box: Box): Box {
    return fittedTo(this.pages, box);
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
  private roomNear(box: Box, fields: readonly Field[] = this.fields): Box {
    if (box.page === 0) return box;
    const down = this.pages[box.page - 1]![1];
    for (let { y } = box; y + box.height <= down; y += box.height + GAP) {
      const place = { ...box, y };
      if (this.isFree(place, fields)) return place;
    }
    return this.roomFor(box);
  }

  private isFree(box: Box, fields: readonly Field[] = this.fields): boolean {
    return ![...fields, ...this.others].some((other) => overlap(box, other));
  }
}
