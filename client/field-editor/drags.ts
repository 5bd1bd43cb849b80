import type { Box } from './box.js';
import { BY_OPTION, type Field, type Kind } from './field.js';
import type { FieldList } from './field-list.js';
import { followPointer } from './follow-pointer.js';
import type { Marks } from './marks.js';
import { snapPlace, snapSize } from './snapping.js';

/** Pixels within which an edge snaps to a line. */
const REACH = 6;

type Point = { page: number; x: number; y: number };

interface Outcome {
  /** An existing field has another place or size. */
  moved: (id: number) => void;
  /** A new field was placed; null if it was dropped outside the pages. */
  placed: (id: number | null) => void;
}

/** Moves, resizes and places fields by a pressed pointer. Alt keeps them from snapping. */
export class Drags {
  constructor(
    private readonly surface: HTMLElement,
    private readonly list: FieldList,
    private readonly marks: Marks,
    private readonly outcome: Outcome,
  ) {}

  move(event: PointerEvent, { id, x, y }: Field): void {
    const start = this.marks.pointAt(event)!;
    this.follow(event, {
      moved: (point, isFree) => {
        const at = { page: point.page, x: x + point.x - start.x, y: y + point.y - start.y };
        this.put(id, at, isFree);
      },
      ended: () => this.outcome.moved(id),
    });
  }

  resize(event: PointerEvent, field: Field): void {
    const { id, page, width, height } = field;
    const start = this.marks.pointAt(event) ?? { x: 0, y: 0 };
    event.preventDefault();
    this.follow(event, {
      moved: (point, isFree) => {
        if (point.page !== page) return;
        const size = { width: width + point.x - start.x, height: height + point.y - start.y };
        const { part, aligned } = snapSize(
          { ...field, ...size },
          this.list.linesFor(field),
          this.reach(page, isFree),
        );
        this.list.change(id, part);
        this.marks.showGuides(page, aligned);
      },
      ended: () => this.outcome.moved(id),
    });
  }

  place(event: PointerEvent, kind: Kind, signerEmail: string): void {
    let added: Field | null = null;
    this.follow(event, {
      moved: (point, isFree) => {
        added ??= this.list.add(kind, signerEmail, point.page, point);
        // What is attached stands on no page.
        if (!added?.page) return;
        const { id, width, height } = added;
        this.put(id, { page: point.page, x: point.x - width / 2, y: point.y - height / 2 }, isFree);
        if (BY_OPTION.includes(kind)) this.list.gather(id);
      },
      ended: () => this.outcome.placed(added?.id ?? null),
    });
  }

  private put(id: number, at: Pick<Box, 'page' | 'x' | 'y'>, isFree: boolean): void {
    const field = this.list.find(id);
    if (!field) return;
    const { page } = at;
    const lines = this.list.linesFor({ id, page });
    const { part, aligned } = snapPlace({ ...field, ...at }, lines, this.reach(page, isFree));
    this.list.change(id, { ...part, page });
    this.marks.showGuides(page, aligned);
  }

  /** Less than any distance where nothing snaps. */
  private reach(page: number, isFree: boolean): number {
    return isFree ? -1 : this.marks.pointsFor(REACH, page);
  }

  private follow(
    event: PointerEvent,
    { moved, ended }: { moved: (point: Point, isFree: boolean) => void; ended: () => void },
  ): void {
    followPointer(event, this.surface, {
      moved: (now) => {
        this.list.hold();
        const point = this.marks.pointAt(now);
        if (point) moved(point, now.altKey);
      },
      ended: () => {
        this.list.release();
        this.marks.hideGuides();
        ended();
      },
    });
  }
}
