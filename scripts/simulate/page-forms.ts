/** A field of a form on a page. */
export interface PageField {
  name: string;
  /** `text` for a textarea. */
  type: string;
  value: string;
  isRequired: boolean;
  isChecked: boolean;
}

const TAGS = /<(input|textarea)\b([^>]*)>(?:([^<]*)<\/textarea>)?/g;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#x60;': '`',
  '&#x3D;': '=',
};

/** The fields of the form with a field of this name; null if there is none. Understands only our own pages. */
export function formWith(html: string, name: string): PageField[] | null {
  const forms = html.match(/<form\b[^]*?<\/form>/g) ?? [];
  return forms.map(fieldsOf).find((fields) => fields.some((field) => field.name === name)) ?? null;
}

/** The errors on the page, and its visible heading. */
export function textsOf(html: string): { heading: string; errors: string[] } {
  const errors = [...html.matchAll(/<p class="error"[^>]*>([^]*?)<\/p>/g)].map(([, text]) => plain(text!));
  return { heading: plain(/<h1[^>]*>([^]*?)<\/h1>/.exec(html)?.[1] ?? ''), errors };
}

function fieldsOf(form: string): PageField[] {
  return [...form.matchAll(TAGS)]
    .map(([, tag, attributes = '', text]) => ({
      name: attributeOf(attributes, 'name') ?? '',
      type: tag === 'textarea' ? 'text' : (attributeOf(attributes, 'type') ?? 'text'),
      value: plain(text ?? attributeOf(attributes, 'value') ?? ''),
      isRequired: / required\b/.test(attributes),
      isChecked: / checked\b/.test(attributes),
    }))
    .filter((field) => field.name !== '');
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
