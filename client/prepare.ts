/** For the pages that prepare a request by hand: sends its document, and opens the form of its signers. */
import './upload.js';
import { openSignersForm } from './signers-form/signers-form.js';

const signers = document.querySelector<HTMLFormElement>('[data-prepare-signers]');
if (signers) openSignersForm(signers);
