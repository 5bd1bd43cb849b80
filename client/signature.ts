/** The last screen's form, with the field for the signature, or the signature given in the document. */
import { openMarkField, showWholeSideways } from './mark-field.js';

const field = document.querySelector<HTMLElement>('[data-mark]');
if (field) openMarkField(field);
else showWholeSideways(document, '.pad.shown');
