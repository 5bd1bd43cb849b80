/** The form of a template's roles: saves as one types. */
import { Autosave } from '../autosave.js';
import { inputOf } from './rows.js';

export function openRolesForm(form: HTMLFormElement): void {
  const autosave = new Autosave(form, { saving: () => followKeys(form) });
  form.addEventListener('input', () => autosave.touch());
  if ('unsaved' in form.dataset) autosave.touch();
}

/** Once roles are saved, fields belong to their keys. */
function followKeys(form: HTMLFormElement) {
  const rows = [...form.querySelectorAll<HTMLElement>('.role-row')];
  const filled = rows.filter((row) =>
    ['person', 'key'].some((name) => inputOf(row, name).value.trim() !== ''),
  );
  return ({ keys = [] }: { keys?: string[] }) =>
    keys.forEach((key, index) => (inputOf(filled[index]!, 'former').value = key));
}
