/** Zoom, rotation, brightness and position of a picture. */
interface Look {
  zoom: number;
  turns: number;
  light: number;
  x: number;
  y: number;
}

const AS_IT_WAS: Readonly<Look> = { zoom: 1, turns: 0, light: 1, x: 0, y: 0 };
const ZOOM = { step: 1.35, min: 1, max: 8 };
const LIGHT = { step: 0.2, min: 0.4, max: 2.4 };
/** Share of the pane's width moved per key press. */
const MOVE_SHARE = 0.12;

const within = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, value));

/** A picture that can be zoomed, turned, moved and brightened by keys, buttons, wheel, drag and pinch. */
export class PictureView {
  private look: Look = { ...AS_IT_WAS };
  private readonly fingers = new Map<number, PointerEvent>();
  private readonly picture: HTMLImageElement;

  constructor(
    readonly pane: HTMLElement,
    onChosen: (view: PictureView) => void,
  ) {
    this.picture = pane.querySelector('img')!;
    pane.addEventListener('focus', () => onChosen(this));
    pane.addEventListener('pointerdown', (event) => {
      onChosen(this);
      this.fingers.set(event.pointerId, event);
      pane.setPointerCapture(event.pointerId);
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      pane.addEventListener(end, ({ pointerId }) => this.fingers.delete(pointerId));
    pane.addEventListener('pointermove', (event) => this.drag(event));
    pane.addEventListener('wheel', (event) => this.roll(event), { passive: false });
    pane.addEventListener('dblclick', () => this.use(this.look.zoom > 1 ? 'reset' : 'larger'));
  }

  use(tool: string): void {
    const { zoom, turns, light } = this.look;
    if (tool === 'larger') this.change({ zoom: zoom * ZOOM.step });
    if (tool === 'smaller') this.change({ zoom: zoom / ZOOM.step });
    if (tool === 'turn') this.change({ turns: turns + 1 });
    if (tool === 'brighter') this.change({ light: light + LIGHT.step });
    if (tool === 'darker') this.change({ light: light - LIGHT.step });
    if (tool === 'reset') this.change(AS_IT_WAS);
  }

  /** Moves the visible part of an enlarged picture. @param across, down - 1, 0 or -1 */
  move(across: number, down: number): void {
    const step = MOVE_SHARE * this.pane.clientWidth;
    this.change({ x: this.look.x - across * step, y: this.look.y - down * step });
  }

  private drag(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const other = [...this.fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    this.fingers.set(event.pointerId, event);
    const { zoom, x, y } = this.look;
    if (!other)
      return this.change({ x: x + event.clientX - before.clientX, y: y + event.clientY - before.clientY });
    const apart = (one: PointerEvent) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    this.change({ zoom: (zoom * apart(event)) / Math.max(1, apart(before)) });
  }

  private roll(event: WheelEvent): void {
    event.preventDefault();
    this.change({ zoom: this.look.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1) });
  }

  private change(changes: Partial<Look>): void {
    const look = (this.look = { ...this.look, ...changes });
    look.zoom = within(look.zoom, ZOOM);
    look.light = within(look.light, LIGHT);
    const reach = (length: number) => {
      const most = ((look.zoom - 1) * length) / 2;
      return { min: -most, max: most };
    };
    look.x = within(look.x, reach(this.pane.clientWidth));
    look.y = within(look.y, reach(this.pane.clientHeight));
    this.pane.classList.toggle('moved', look.zoom > 1);
    const { style } = this.picture;
    style.transform = `translate(${look.x}px, ${look.y}px) scale(${this.fit() * look.zoom}) rotate(${look.turns * 90}deg)`;
    style.filter = look.light === 1 ? '' : `brightness(${look.light})`;
  }

  /** A sideways picture must still fit into the pane. */
  private fit(): number {
    const { clientWidth: width, clientHeight: height } = this.pane;
    const { naturalWidth, naturalHeight } = this.picture;
    if (this.look.turns % 2 === 0 || naturalWidth === 0) return 1;
    const scale = (w: number, h: number) => Math.min(width / w, height / h);
    return scale(naturalHeight, naturalWidth) / scale(naturalWidth, naturalHeight);
  }
}
