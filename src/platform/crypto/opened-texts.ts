import { type SecretBox } from './secret-box.js';

/** Recently opened sealed texts, each with its context, in memory only: the oldest is dropped first. */
export class OpenedTexts {
  private readonly opened = new Map<string, string>();

  constructor(
    private readonly box: SecretBox,
    private readonly most = 1_000,
  ) {}

  /** As `SecretBox.openText`. @throws Error as it does */
  open(sealed: string, context: string): string {
    const key = `${context} ${sealed}`;
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const plain = this.box.openText(sealed, context);
    if (this.opened.size >= this.most) this.opened.delete(this.opened.keys().next().value!);
    this.opened.set(key, plain);
    return plain;
  }
}
