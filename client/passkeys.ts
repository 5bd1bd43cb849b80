/** For the dashboard: answers a form's question with a passkey of the device before the form is sent. */
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Answer = RegistrationResponseJSON | AuthenticationResponseJSON;

/** @param options - the page's own, made by the server */
function ask(kind: string | undefined, options: string): Promise<Answer> {
  return kind === 'create'
    ? startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON })
    : startAuthentication({ optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON });
}

async function answer(form: HTMLFormElement): Promise<void> {
  const problem = document.querySelector<HTMLElement>('[data-passkey-problem]')!;
  problem.hidden = true;
  try {
    const made = await ask(form.dataset.passkey, form.dataset.options!);
    form.querySelector<HTMLInputElement>('[name="response"]')!.value = JSON.stringify(made);
    form.submit();
  } catch {
    // Cancelled, or nothing fits. The person may try again.
    problem.hidden = false;
  }
}

export function offerPasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-passkey]'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void answer(form);
    });
  // Without support there is nothing to lead to.
  if (!('PublicKeyCredential' in globalThis))
    for (const link of document.querySelectorAll<HTMLElement>('[data-passkey-link]')) link.hidden = true;
}
