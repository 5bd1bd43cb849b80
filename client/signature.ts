/** The last screen's form, with the signature or what was given as such in the document. */
import { openMarkField, showWholeSideways } from './mark-field.js';

const field = document.querySelector<HTMLElement>('[data-mark]');
if (field) openMarkField(field);
else showWholeSideways(document, '.pad.shown');
