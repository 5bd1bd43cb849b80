/** What every hosted page does: tells times in the reader's zone, sends a form once, shows what must be mended. */
import { deviceTimeZone } from './time-zone.js';

/** The page's language as the reader's own country writes it, where the browser asks for that. */
function readersLocale(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((tag) => tag.split('-')[0] === lang) ?? lang;
}

function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(readersLocale(), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const instant = new Date(time.dateTime);
    if (!Number.isNaN(instant.getTime())) time.textContent = format.format(instant);
  }
}

/** A second press while the first is on its way would do the same again; the server knows that too. */
function sendOnce(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented) return;
  if (form.dataset.sent !== undefined) return event.preventDefault();
  form.dataset.sent = '';
  event.submitter?.classList.add('busy');
}

/** The back button may bring a page back as it was left, with its form sent. */
function allowAgain(): void {
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('.busy')) button.classList.remove('busy');
}

/** A signer's zone is kept beside what they do, so that the evidence can tell the time as they saw it. */
function tellTimeZone({ target, formData }: FormDataEvent): void {
  const form = target as HTMLFormElement;
  // By attribute: a control may have the name of a form's own property.
  const [method, action] = ['method', 'action'].map((name) => form.getAttribute(name));
  if (method === 'post' && action?.startsWith('/sign/')) formData.set('timeZone', deviceTimeZone());
}

showLocalTimes();
document.addEventListener('formdata', tellTimeZone);
document.addEventListener('submit', sendOnce);
addEventListener('pageshow', allowAgain);
document.querySelector<HTMLElement>('[data-errors]')?.focus();
