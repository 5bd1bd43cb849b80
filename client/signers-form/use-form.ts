/** The form with which a template is sent: offers people asked before, and says what follows from what is entered. */
import { People } from './people.js';
import { inputOf } from './rows.js';

export function openUseForm(form: HTMLFormElement): void {
  const said = form.querySelector<HTMLElement>('[data-said]')!;
  const people = new People({
    address: form.dataset.people!,
    formToken: form.querySelector<HTMLInputElement>('[name=formToken]')!.value,
    announce: (count) => (said.textContent = form.dataset.found!.replace('{number}', String(count))),
    choose: (input, { email, name }) => {
      const row = input.closest<HTMLElement>('[data-person]')!;
      inputOf(row, 'email').value = email;
      if (name) inputOf(row, 'person').value = name;
    },
  });
  for (const row of form.querySelectorAll<HTMLElement>('[data-person]'))
    for (const name of ['email', 'person']) people.offerAt(inputOf(row, name));
  form.addEventListener('input', ({ target }) => {
    const input = target as HTMLInputElement;
    if (/^(email|person)-/.test(input.name)) people.typed(input);
    followEntries(form);
  });
  form.addEventListener('focusout', () => people.close());
  form.addEventListener('keydown', (event) => {
    if (people.pressed(event)) event.preventDefault();
  });
  followEntries(form);
}

/** Shows what is true while an entry is empty, or while it is not. */
function followEntries(form: HTMLFormElement): void {
  for (const part of form.querySelectorAll<HTMLElement>('[data-while-empty], [data-while-filled]')) {
    const { whileEmpty, whileFilled } = part.dataset;
    const entry = form.querySelector<HTMLInputElement>(`#${whileEmpty ?? whileFilled}`)!;
    part.hidden = (entry.value === '') !== (whileEmpty !== undefined);
  }
}
