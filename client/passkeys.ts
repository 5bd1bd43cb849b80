/** For the dashboard: answers a form's challenge with a passkey of the device before the form is sent. */
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Answer = RegistrationResponseJSON | AuthenticationResponseJSON;

/** @param options - made by the server for this page */
function requestCredential(kind: string | undefined, options: string): Promise<Answer> {
  return kind === 'create'
    ? startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON })
    : startAuthentication({ optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON });
}

async function answer(form: HTMLFormElement): Promise<void> {
  const problem = document.querySelector<HTMLElement>('[data-passkey-problem]')!;
  problem.hidden = true;
  try {
    const made = await requestCredential(form.dataset.passkey, form.dataset.options!);
    form.querySelector<HTMLInputElement>('[name="response"]')!.value = JSON.stringify(made);
    form.submit();
  } catch {
    // Cancelled, or no passkey fits. The person can try again.
    problem.hidden = false;
  }
}

export function offerPasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-passkey]'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void answer(form);
    });
  // Hides links to passkeys if the browser does not support them.
  if (!('PublicKeyCredential' in globalThis))
    for (const link of document.querySelectorAll<HTMLElement>('[data-passkey-link]')) link.hidden = true;
}
