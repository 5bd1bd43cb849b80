import type { Field, Kind } from './field.js';

export interface EditorSigner {
  person: string;
  number: string;
  colour: string;
  /** Those of a lower order act earlier. */
  order: number;
}

/** The texts of the editor, in the page's language. */
export class Words {
  private readonly texts: Record<string, string | undefined>;

  constructor(
    texts: DOMStringMap,
    private readonly signers: ReadonlyMap<string, EditorSigner>,
  ) {
    this.texts = { ...texts };
  }

  /** Texts that were loaded later. */
  add(texts: DOMStringMap): void {
    Object.assign(this.texts, texts);
  }

  kind(kind: Kind): string {
    return this.texts[`kind${kind[0]!.toUpperCase()}${kind.slice(1)}`] ?? kind;
  }

  /** The signers in their order. */
  get people(): { email: string; name: string; order: number }[] {
    return [...this.signers].map(([email, { person, order }]) => ({ email, name: person, order }));
  }

  /** What people call a field. */
  nameOf({ label, kind, key }: Pick<Field, 'label' | 'kind' | 'key'>): string {
    return label || this.fill('unnamed', { kind: this.kind(kind), key });
  }

  signer(email: string): EditorSigner {
    return this.signers.get(email) ?? { person: email, number: '?', colour: '', order: 0 };
  }

  /** A text about a field. */
  about(text: string, { kind, signerEmail, page, x, y, width, height }: Field): string {
    const { person } = this.signer(signerEmail);
    const values = { page, x: Math.round(x), y: Math.round(y), width, height };
    return this.fill(text, { ...values, kind: this.kind(kind), signer: person });
  }

  fill(text: string, values: Readonly<Record<string, string | number>>): string {
    return (this.texts[text] ?? '').replace(/\{(\w+)\}/g, (_match, name: string) =>
      String(values[name] ?? ''),
    );
  }
}

/** The signers, from the options of the choice between them. */
export function readSigners(choice: HTMLSelectElement): Map<string, EditorSigner> {
  return new Map(
    [...choice.options].map(({ value, text, dataset }) => {
      const { number = '', colour = '', order } = dataset;
      return [value, { person: text.replace(/^\d+ · /, ''), number, colour, order: Number(order) }];
    }),
  );
}
