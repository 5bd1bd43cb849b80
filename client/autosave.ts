/**
 * Saves a form (views/dashboard/prepare-autosave.hbs) while it is filled in: after a pause, one save at a time, and when the
 * page is left. Each save names the version that it is based on, so that one tab never replaces what another saved.
 */
const PAUSE_MS = 700;
const RETRY_MS = 5_000;
/** Browsers send no more after a page has been left. */
const MOST_KEPT_BYTES = 60_000;

interface Saved {
  version: string;
  /** Whether the entries are complete, and not only kept. */
  isComplete: boolean;
  /** Of the saved roles, in the order of the rows that are filled in; only for those of a template. */
  keys?: string[];
}

interface Hooks {
  /** Remembers what is being saved; the result is called once it is. */
  saving?: () => (saved: Saved) => void;
}

export class Autosave {
  private isDirty = false;
  private isStopped = false;
  private running: Promise<void> | undefined;
  private timer: number | undefined;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly hooks: Hooks = {},
  ) {
    form.addEventListener('submit', (event) => this.submitted(event));
    document.addEventListener('click', (event) => this.clicked(event));
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) void this.flush();
    });
    addEventListener('pagehide', () => this.left());
    // Entries of a page that comes back from the browser's memory may be older than what is saved.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload();
    });
    this.part('mine').addEventListener('click', () => this.keepMine());
  }

  /** Something was changed. */
  touch(): void {
    this.isDirty = true;
    if (this.isStopped) return;
    this.show('saving');
    this.schedule(PAUSE_MS);
  }

  /** Saves what is not saved yet, as far as that is possible now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
    if (this.isDirty && !this.isStopped) await this.save();
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), afterMs);
  }

  private save(): Promise<void> {
    this.running ??= this.post().finally(() => (this.running = undefined));
    return this.running;
  }

  private async post(): Promise<void> {
    this.isDirty = false;
    const done = this.hooks.saving?.();
    this.show('saving');
    const answer = await this.send().catch(() => null);
    const body = (await answer?.json().catch(() => null)) as Partial<Saved> | null | undefined;
    if (answer?.ok && body?.version) {
      this.version.value = body.version;
      const isComplete = body.isComplete === true;
      done?.({ version: body.version, isComplete, keys: body.keys });
      this.show(isComplete ? 'saved' : 'unfinished');
      if (this.isDirty) this.schedule(PAUSE_MS);
    } else this.failed(answer?.status ?? 0);
  }

  private send(): Promise<Response> {
    const body = this.body();
    const keepalive = body.toString().length < MOST_KEPT_BYTES;
    const headers = { accept: 'application/json' };
    return fetch(this.address, { method: 'POST', body, headers, keepalive, redirect: 'manual' });
  }

  private failed(status: number): void {
    this.isDirty = true;
    if (status === 409) {
      this.isStopped = true;
      this.part('conflict').hidden = false;
      return this.show('unsaved');
    }
    // Without an answer the connection is gone; with another one, so is the session or the draft.
    const isLost = status === 0 || status >= 500 || status === 429;
    this.isStopped = !isLost;
    this.announce(isLost ? 'lost' : 'gone');
    if (isLost) this.schedule(RETRY_MS);
  }

  /** Replaces what the other tab saved. */
  private keepMine(): void {
    this.part('conflict').hidden = true;
    // None stands for any.
    this.version.value = '';
    this.isStopped = false;
    this.touch();
  }

  private left(): void {
    if (!this.isDirty || this.isStopped) return;
    this.isDirty = false;
    void this.send().catch(() => undefined);
  }

  /** The form itself waits for a save under way: two at once would take each other for another tab. */
  private submitted(event: SubmitEvent): void {
    clearTimeout(this.timer);
    this.isDirty = false;
    if (!this.running) return;
    event.preventDefault();
    void this.running.then(() => {
      this.isDirty = false;
      clearTimeout(this.timer);
      this.form.requestSubmit(event.submitter);
    });
  }

  /** A link leads on once everything is saved, so that the next page shows it. */
  private clicked(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || link.target || event.defaultPrevented) return;
    if ('autosaveTheirs' in link.dataset) this.isStopped = true;
    if ((!this.isDirty && !this.running) || this.isStopped || link.getAttribute('href')!.startsWith('#'))
      return;
    event.preventDefault();
    void this.flush().then(() => location.assign(link.href));
  }

  private body(): URLSearchParams {
    const fields = new URLSearchParams(new FormData(this.form) as unknown as Record<string, string>);
    fields.set('quiet', 'yes');
    return fields;
  }

  private show(text: string): void {
    const state = document.querySelector<HTMLElement>('[data-autosave-state]');
    if (state) state.textContent = this.texts[text] ?? '';
    this.part('said').textContent = '';
  }

  /** What goes wrong is read out, too. */
  private announce(text: string): void {
    this.show(text);
    this.part('said').textContent = this.texts[text] ?? '';
  }

  private get texts(): DOMStringMap {
    return this.part('texts').dataset;
  }

  private get version(): HTMLInputElement {
    return this.form.querySelector<HTMLInputElement>('[name=version]')!;
  }

  /** Read as an attribute, because a control can have the name of a form property. */
  private get address(): string {
    return this.form.getAttribute('action')!;
  }

  private part(name: string): HTMLElement {
    return this.form.querySelector<HTMLElement>(`[data-autosave-${name}]`)!;
  }
}
