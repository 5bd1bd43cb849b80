import type { FormTools } from '../field-rules.js';
import type { PanelTools } from './panel.js';

type FieldRules = typeof import('../field-rules.js');

/**
 * What only forms need: more controls of the panel, dialogs, and their texts and script.
 * Loaded once, when a field is chosen or the form is tried, so that the page itself is light.
 */
export class RulesPage {
  private loading: Promise<FormTools> | null = null;

  /** @param more - where the controls go */
  constructor(
    private readonly form: HTMLFormElement,
    private readonly more: HTMLElement,
    private readonly tools: Omit<PanelTools, 'root'>,
  ) {}

  /** @throws Error if they could not be loaded; asking again tries again */
  load(): Promise<FormTools> {
    return (this.loading ??= this.fetch().catch((error: unknown) => {
      this.loading = null;
      throw error;
    }));
  }

  private async fetch(): Promise<FormTools> {
    const { form, more, tools } = this;
    const script = import(`/assets/field-rules.js?v=${form.dataset.assets}`) as Promise<FieldRules>;
    const [{ formTools }, answer] = await Promise.all([script, fetch(`${form.action}?rules`)]);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [panel, texts] = ['panel', 'texts'].map((part) =>
      page.querySelector<HTMLElement>(`[data-rules-${part}]`),
    );
    // Somebody who was signed out meanwhile gets another page.
    if (!panel || !texts) throw new Error(`no rules: ${answer.status}`);
    tools.words.add(texts.dataset);
    more.replaceChildren(...panel.childNodes);
    form.append(...page.querySelectorAll('dialog'));
    return formTools(form, { ...tools, root: more });
  }
}
