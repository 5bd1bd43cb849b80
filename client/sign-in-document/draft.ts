/** After the last letter. */
const PAUSE_MS = 700;
/** In characters: stays within the 64 KiB limit for all such requests of a page, with room for the form's parts. */
const LONGEST_OUTLIVING = 12_000;

/** Saves the entries on the server. */
export class Draft {
  private pause: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<boolean> = Promise.resolve(true);
  private isDirty = false;
  private isKnown = false;

  /**
   * @param address empty if there is nothing to save
   * @param read returns all entries
   * @param told receives whether they were saved
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

  /** @returns whether everything was saved */
  save(): Promise<boolean> {
    clearTimeout(this.pause);
    // One after another, so the last one wins.
    this.sending = this.sending.then(() => this.send());
    return this.sending;
  }

  /**
   * Saves if nothing was saved yet. A browser gets the secret by which entries and files are its own with the first answer;
   * two requests at once would get two, and what was sent with one of them would be lost.
   * @returns whether it has one
   */
  async known(): Promise<boolean> {
    return this.isKnown || (await this.save());
  }

  private async send(): Promise<boolean> {
    if (this.address === '') return true;
    this.isDirty = false;
    const isKept = await this.post().catch(() => false);
    this.isDirty ||= !isKept;
    this.isKnown ||= isKept;
    this.told(isKept);
    return isKept;
  }

  private async post(): Promise<boolean> {
    const body = this.read();
    // Outlives the page if small enough for browsers to allow it.
    const keepalive = lengthOf(body) < LONGEST_OUTLIVING;
    const answer = await fetch(this.address, { method: 'POST', body, keepalive });
    // The document can no longer be filled in; the other page explains why.
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
