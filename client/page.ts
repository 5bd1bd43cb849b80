/** For every hosted page: shows times in the reader's zone, submits a form only once, leads to errors, shows what has the focus, and tells of a person's first act. */
import { firstAct } from './first-act.js';
import { firstError } from './first-error.js';
import { showLocalTimes } from './local-times.js';
import { forgetMended } from './mended.js';
import { tell } from './tell.js';
import { deviceTimeZone } from './time-zone.js';

/** Ignores a second click while the first request is running. The server also guards against it. */
function sendOnce(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  // The page stays when something else shows the answer, such as a frame.
  if (event.defaultPrevented || event.submitter?.hasAttribute('formtarget')) return;
  if (form.dataset.sent !== undefined) return event.preventDefault();
  form.dataset.sent = '';
  event.submitter?.classList.add('busy');
}

/** The back button may restore a page with its form marked as sent. */
function allowAgain(): void {
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('.busy')) button.classList.remove('busy');
}

/** Sends the time zone along, so that the evidence can give times as the signer saw them. */
function tellTimeZone({ target, formData }: FormDataEvent): void {
  const form = target as HTMLFormElement;
  // By attribute, because a control may have the name of a form property.
  const [method, action] = ['method', 'action'].map((name) => form.getAttribute(name));
  if (method === 'post' && action?.startsWith('/sign/')) formData.set('timeZone', deviceTimeZone());
}

/** The browser shows the line with the caret; the button at the foot of the screen should cover no other line either. */
function showWhole({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' });
}

showLocalTimes(document);
document.addEventListener('formdata', tellTimeZone);
document.addEventListener('submit', sendOnce);
document.addEventListener('input', forgetMended);
document.addEventListener('focusin', showWhole);
addEventListener('pageshow', allowAgain);
firstError(document)?.focus();
const { opened } = document.body.dataset;
if (opened) void firstAct.then((act) => tell(opened, act));
