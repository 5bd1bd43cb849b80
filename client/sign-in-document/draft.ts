/** After the last letter. */
const PAUSE_MS = 700;
/** Characters: of the 64 KiB that all such requests of a page may have, with room for the parts of the form. */
const LONGEST_OUTLIVING = 12_000;

/** Keeps on the server what has been entered. */
export class Draft {
  private pause: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<boolean> = Promise.resolve(true);
  private isDirty = false;

  /**
   * @param address empty if there is nothing to keep
   * @param read everything that has been entered
   * @param told whether it is kept
   */
  constructor(
    private readonly address: string,
    private readonly read: () => FormData,
    private readonly told: (isKept: boolean) => void,
  ) {
    addEventListener('online', () => this.isDirty && void this.save());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && this.isDirty) void this.save();
    });
  }

  changed(): void {
    this.isDirty = true;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.save(), PAUSE_MS);
  }

  /** @returns whether everything is kept */
  save(): Promise<boolean> {
    clearTimeout(this.pause);
    // One after the other, so that the last one wins.
    this.sending = this.sending.then(() => this.send());
    return this.sending;
  }

  private async send(): Promise<boolean> {
    if (this.address === '') return true;
    this.isDirty = false;
    const isKept = await this.post().catch(() => false);
    this.isDirty ||= !isKept;
    this.told(isKept);
    return isKept;
  }

  private async post(): Promise<boolean> {
    const body = this.read();
    // Outlives the page where it is small enough for browsers to allow that.
    const keepalive = lengthOf(body) < LONGEST_OUTLIVING;
    const answer = await fetch(this.address, { method: 'POST', body, keepalive });
    // The document can no longer be filled in; the other page says why.
    if (answer.redirected) location.assign(answer.url);
    return answer.ok;
  }
}

function lengthOf(form: FormData): number {
  let length = 0;
  for (const [name, value] of form)
    length += name.length + (typeof value === 'string' ? value.length : value.size);
  return length;
}
