/** The pad on the phone of someone signing at a desk: sends one drawing there. */
import { readStrokes } from '../src/signing/domain/drawn-mark.js';
import { Pad } from './pad.js';
import { deviceTimeZone } from './time-zone.js';

const form = document.querySelector<HTMLFormElement>('[data-phone-pad]');
if (form) openPad(form);

function openPad(form: HTMLFormElement): void {
  const pad = new Pad(form);
  const problem = form.querySelector<HTMLElement>('[data-pad-problem]')!;
  const showProblem = (text = '') => (problem.textContent = text);
  let isSending = false;
  pad.appear();
  addEventListener('pageshow', () => pad.appear());
  form.addEventListener('input', () => showProblem());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = form.querySelector<HTMLInputElement>('[data-strokes]')!;
    if (readStrokes(value) === null) return showProblem(problem.dataset.unreadable);
    if (isSending) return;
    isSending = true;
    void send(form)
      // The reloaded page shows the outcome.
      .then(() => location.reload())
      .catch(() => showProblem(problem.dataset.lost))
      .finally(() => (isSending = false));
  });
}

/** Rejects if the drawing did not arrive, so it can be sent again. */
async function send(form: HTMLFormElement): Promise<void> {
  const body = new FormData(form);
  body.set('timeZone', deviceTimeZone());
  const answer = await fetch(form.action, { method: 'POST', body });
  if (!answer.ok && answer.status !== 410) throw new Error(String(answer.status));
}
