/** What the editor of fields needs for forms only, and loads when it needs it. */
import type { PanelPart, PanelTools } from './field-editor/panel.js';
import { ConditionPart } from './field-editor/panel-condition.js';
import { FormulaPart } from './field-editor/panel-formula.js';
import { KeysPart } from './field-editor/panel-keys.js';
import { MemberInputs } from './field-editor/panel-members.js';
import { OptionsPart } from './field-editor/panel-options.js';
import { ValuePart } from './field-editor/panel-value.js';
import { FormRules, FormTrial } from './field-editor/trial.js';

export interface FormTools {
  /** More parts of the panel. */
  parts: PanelPart[];
  trial: FormTrial;
}

/** @param tools - whose root contains the controls of forms, and no others */
export function formTools(form: HTMLElement, tools: PanelTools): FormTools {
  const rules = new FormRules(form, tools.list, tools.words);
  return {
    parts: [
      new MemberInputs(tools),
      new OptionsPart(tools),
      new ValuePart(tools),
      new FormulaPart(tools, rules),
      new ConditionPart(tools),
      new KeysPart(tools),
    ],
    trial: new FormTrial(form, rules, tools.list, tools.words),
  };
}
